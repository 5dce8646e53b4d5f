/** How often an open terminal says that it is still there, ms. */
export const presenceBeat = 30_000

/** Whoever was not heard of for so long is not there any more, ms: three beats. */
export const presentFor = 90_000
