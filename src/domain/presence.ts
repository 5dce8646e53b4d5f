/** How often an open terminal says that it is still there, ms. */
export const presenceBeat = 30_000

/** How often one looks while others are there: who was killed rings no bell, ms. */
export const otherLooks = 2_000

/** A terminal is considered closed after this silence, in ms: three beats. */
export const presentFor = 90_000
