/** The state of a name that was only ever seen as a sender. */
export const unlisted = 'named'
