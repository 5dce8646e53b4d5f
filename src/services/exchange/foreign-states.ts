import type { Arrival } from '../../../store/mail-store.ts'
import { placeOf } from '../../domain/places.ts'
import type { Skipped } from '../../formats/gather.ts'
import type { Context } from '../context.ts'
import { gateOf } from '../gate/gate.ts'

/** Whether the importer may change mail of an owner. A person's folder speaks for its owners; an agent's for itself. */
export type ForeignStates = {
  /** Where it may not, that is told once for each owner. */
  mayChange(owner: string, where: string): Promise<boolean>
  /** A message that has just come, with the states that the importer may give it: others have it unread. */
  admitted(arrival: Arrival, where: string): Promise<Arrival>
}

export function openForeignStates(context: Context, skipped: Skipped[]): ForeignStates {
  const gate = gateOf(context)
  const known = new Map<string, boolean>()
  const mayChange = async (owner: string, where: string): Promise<boolean> => {
    const answer = known.get(owner)
    if (answer !== undefined) return answer
    const of = placeOf(owner) === null ? { agent: owner } : { place: owner }
    const [refused] = (await gate.sift('settle', [of], (one) => one)).refused
    if (refused !== undefined) skipped.push({ where, why: refused[1].message })
    known.set(owner, refused === undefined)
    return refused === undefined
  }
  return {
    mayChange,
    async admitted(arrival, where) {
      const recipients: Arrival['recipients'][number][] = []
      for (const copy of arrival.recipients) {
        const isSettled = copy.box !== 'unread' && copy.box !== 'expired'
        const stays = !isSettled || (await mayChange(copy.address, where))
        recipients.push(stays ? copy : { ...copy, ...unread })
      }
      return { ...arrival, recipients }
    },
  }
}

const unread = {
  box: 'unread',
  was: null,
  readAt: null,
  acknowledgedAt: null,
  completedAt: null,
  claimedBy: null,
} as const
