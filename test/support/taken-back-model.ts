import type { Claims } from './claims-model.ts'
import type { Being, Copy, Mail } from './ways-model.ts'

type Surroundings = {
  readonly writer: string
  readonly agents: ReadonlyMap<string, Being>
  readonly claims: Claims
  asAllAre(one: Mail): void
}

/** What becomes of mail that its sender takes back, replaces or stands by again, and who is told of it. */
export function openTakingBack({ writer, agents, claims, asAllAre }: Surroundings) {
  /** The titles of the notices that each agent has had, in their order. */
  const notices = new Map<string, string[]>()
  function tell(names: readonly string[], title: string): void {
    for (const name of names)
      if (agents.get(name)?.living) notices.set(name, [...(notices.get(name) ?? []), title])
  }

  /** Whether all that had it to do have done it. */
  function isFinished({ id, copies }: Mail): boolean {
    const item = claims.items.get(id)?.state
    const states = [...copies.values()].map(({ state }) => state)
    const isDone = states.includes('completed') || item === 'completed'
    const isOver = states.every((state) => state === 'completed' || state === 'gone' || state === 'lapsed')
    return isDone && isOver && (item === undefined || item === 'completed')
  }

  /** Unread copies leave. Who has seen the message is told, unless `informed`. */
  function withdraw(
    one: Mail,
    how: 'taken back' | 'replaced',
    at: number,
    informed: readonly string[],
  ): void {
    const told = new Set<string>()
    for (const [name, copy] of one.copies) {
      if (isKnown(copy)) told.add(name)
      if (copy.state === 'unread' || copy.state === 'dead')
        Object.assign(copy, { before: copy.state, state: 'withdrawn' })
    }
    const claimant = claims.withdraw(one.id)
    if (claimant !== null) told.add(claimant)
    for (const [way, done] of one.kept) if (done === null) one.kept.set(way, at)
    for (const name of [writer, ...informed]) told.delete(name)
    one.over = { by: how, at, told: [...told] }
    tell(one.over.told, `Taken back: ${one.subject}`)
  }

  return {
    notices,
    withdraw,
    /** Whether nothing forbids to take it back; what was taken back already is so still. */
    canBeTakenBack: (one: Mail) => one.over?.by !== 'replaced' && (one.over !== null || !isFinished(one)),
    canBeReplaced: (one: Mail) => one.over === null && !isFinished(one),
    standBy(one: Mail): void {
      if (one.over === null) throw new Error('nothing to stand by')
      const { at, told } = one.over
      one.over = null
      for (const [way, done] of one.kept) if (done === at) one.kept.set(way, null)
      for (const copy of one.copies.values()) if (copy.state === 'withdrawn') copy.state = copy.before
      claims.standBy(one.id)
      asAllAre(one)
      tell(told, `Valid again: ${one.subject}`)
    },
  }
}

/** Whether its owner knows of it: was shown it, or did it; not where it ended out of sight. */
function isKnown({ state, seen, mine }: Copy): boolean {
  if (state === 'lapsed') return false
  return state === 'completed' ? mine || seen : seen
}
