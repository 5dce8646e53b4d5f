/** The columns of the board and their widths; a column without room is not there. */
export type FleetColumns = {
  readonly agent: number
  readonly state: number
  readonly work: number
  readonly since: number
  readonly lease: number
  readonly seen: number
  readonly unread: number
  readonly oldest: number
  readonly owed: number
  readonly failed: number
  readonly reserved: number
  readonly bell: number
  readonly session: number
  readonly pane: number
}

/** The columns by importance: the numbers show what is wrong, and the work takes the rest. */
const wanted: readonly (readonly [keyof FleetColumns, from: number, width: number])[] = [
  ['seen', 0, 6],
  ['unread', 0, 7],
  ['oldest', 64, 7],
  ['owed', 64, 5],
  ['failed', 64, 7],
  ['lease', 64, 6],
  ['state', 90, 9],
  ['since', 90, 6],
  ['pane', 110, 7],
  ['reserved', 124, 7],
  ['bell', 124, 7],
  ['session', 150, 14],
]

/** The mark of the row, that of the state, and the blank before the frame. */
const fleetMarks = 5

export function fleetColumns(width: number): FleetColumns {
  const columns = { agent: 0, state: 0, work: 0, since: 0, lease: 0, seen: 0 }
  const numbers = { unread: 0, oldest: 0, owed: 0, failed: 0, reserved: 0 }
  const ways = { bell: 0, session: 0, pane: 0 }
  const all: Record<keyof FleetColumns, number> = { ...columns, ...numbers, ...ways }
  for (const [name, from, wide] of wanted) if (width >= from) all[name] = wide
  const rest = Math.max(8, width - fleetMarks - Object.values(all).reduce((sum, one) => sum + one, 0))
  all.agent = Math.max(8, Math.min(30, Math.floor(rest * (width < 64 ? 0.6 : 0.42))))
  all.work = Math.max(0, rest - all.agent)
  return all
}
