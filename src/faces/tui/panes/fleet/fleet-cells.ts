import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import { age } from '../../../present.ts'
import { fleetWork, shortWays } from '../../../present-fleet.ts'
import { calmAge } from '../../text/calm-age.ts'

/** A row of the board as it is read: texts, so that a clock that ticks draws only the rows that it changes. */
export type FleetCells = Pick<FleetRowValue, 'agent' | 'state'> & {
  readonly work: string
  readonly since: string
  readonly lease: string
  readonly isOver: boolean
  readonly seen: string
  readonly unread: string
  readonly oldest: string
  readonly owed: string
  readonly failed: string
  readonly reserved: string
  readonly bell: string
  readonly session: string
  readonly pane: string
}

export function fleetCells(row: FleetRowValue, now: number): FleetCells {
  const { agent, state, work, lastSeen, unread, oldest, owed, failedToday, reserved, bell, session, pane } =
    row
  const left = work?.until == null ? null : Date.parse(work.until) - now
  return {
    agent,
    state,
    work: fleetWork(row),
    since: work?.since == null ? '' : calmAge(work.since, now),
    lease: left === null ? '' : left <= 0 ? 'over' : age(now - left, now),
    isOver: left !== null && left <= 0,
    seen: lastSeen === null ? 'never' : calmAge(lastSeen, now),
    unread: amount(unread),
    oldest: oldest === null ? '' : calmAge(oldest, now),
    owed: amount(owed),
    failed: amount(failedToday),
    reserved: amount(reserved),
    bell: bell === null ? '' : shortWays[bell],
    session: session ?? '',
    pane: pane ?? '',
  }
}

function amount(number: number): string {
  return number === 0 ? '' : number > 9_999 ? '9999+' : String(number)
}
