package trend

import "math"

// studentTails is how likely Student's t, of so many degrees of freedom, is as far from 0
// as t or farther.
func studentTails(t, freedom float64) float64 {
	if math.IsInf(t, 0) {
		return 0
	}
	return incompleteBeta(freedom/(freedom+t*t), freedom/2, 0.5)
}

// incompleteBeta is the regularized incomplete beta function, by its continued fraction.
func incompleteBeta(x, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - incompleteBeta(1-x, b, a) // where the fraction converges fast
	}
	lnA, _ := math.Lgamma(a)
	lnB, _ := math.Lgamma(b)
	lnAB, _ := math.Lgamma(a + b)
	front := math.Exp(lnAB-lnA-lnB+a*math.Log(x)+b*math.Log1p(-x)) / a
	// Evaluated from the front, after Lentz: numerator and denominator by their ratios.
	const tiny, enough, steps = 1e-300, 1e-14, 10_000
	apart := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/apart(1-(a+b)*x/(a+1))
	f := d
	for m := 1.0; m < steps; m++ {
		for _, k := range [...]float64{
			m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m)),
			-(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1)),
		} {
			d = 1 / apart(1+k*d)
			c = apart(1 + k/c)
			f *= c * d
		}
		if math.Abs(c*d-1) < enough {
			break
		}
	}
	return front * f
}
