/** How often an open terminal says that it is still there, ms. */
export const presenceBeat = 30_000

/** How often one looks while others are there: who was killed rings no bell, ms. */
export const otherLooks = 2_000

/** Whoever was not heard of for so long is not there any more, ms: three beats. */
export const presentFor = 90_000
