package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/labstack/echo/v4"

	"github.com/perfschema/perfschema/phttp"
)

// A router that keeps the route to itself is asked by middleware of its own, which is each
// of the functions here.

// nameChi is for chi's Use. The route is known when its handler has returned.
func nameChi(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		if route := chi.RouteContext(r.Context()).RoutePattern(); route != "" {
			phttp.SetRoute(r, r.Method+" "+route)
		}
	})
}

// nameGorilla is for gorilla's Use.
func nameGorilla(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if route, err := mux.CurrentRoute(r).GetPathTemplate(); err == nil {
			phttp.SetRoute(r, r.Method+" "+route)
		}
		next.ServeHTTP(w, r)
	})
}

// nameGin is for gin's Use.
func nameGin(c *gin.Context) {
	if route := c.FullPath(); route != "" {
		phttp.SetRoute(c.Request, c.Request.Method+" "+route)
	}
	c.Next()
}

// nameEcho is for echo's Use.
func nameEcho(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if route := c.Path(); route != "" {
			phttp.SetRoute(c.Request(), c.Request().Method+" "+route)
		}
		return next(c)
	}
}
