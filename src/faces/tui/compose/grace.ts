/** How long a send can be taken back, ms. */
export const grace = 5_000
