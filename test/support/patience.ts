/** These end what hangs, and measure nothing: a machine that is ten times slower, and busy, must not meet them. Times are ms. */
export const testPatience = 180_000
/** How long an event is waited for. */
export const patience = 90_000
