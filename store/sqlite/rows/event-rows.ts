/** The events `e` of a change: the one that it names, and those after it, which an index finds. */
export const ofDeed = (deed: string) =>
  `(e.seq = ${deed}.first_event OR (e.later = 1 AND e.deed_id = ${deed}.id))`
