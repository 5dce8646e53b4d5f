import fc from 'fast-check'

export const names = ['ann', 'ben', 'cas', 'dan']
export const borne = ['role:one', 'role:two', 'concern:x', 'concern:y']
const people = [...names, ...borne, ...names.map((name) => `session of ${name}`), 'group:g', 'all']
/** An item of the queue is drawn as often as all other mail together needs it. */
const addresses = [...people, 'queue:q', 'queue:q', 'queue:q']

export type Send = {
  readonly do: 'send'
  readonly to: readonly string[]
  readonly cc: readonly string[]
  /** It replaces one of the messages. */
  readonly replaces: number | null
}
export type Change = {
  readonly do: 'change'
  readonly who: string
  readonly flip: readonly string[]
  readonly session: boolean
}
export type Begin = {
  readonly do: 'read' | 'process' | 'unread' | 'complete'
  readonly who: string
  readonly at: number
}
/** `giving`: who is being given the message just then. */
export type Retract = { readonly do: 'retract'; readonly at: number; readonly giving: string | null }
export type EndItem = {
  readonly do: 'end an item'
  readonly at: number
  readonly how: 'release' | 'complete' | 'fail'
}
/** Upkeep finds that work will not be finished: the time of all is over, or the session of one is gone. */
export type EndWork = { readonly do: 'end work'; readonly at: number; readonly how: 'lease' | 'session' }
export type Step =
  | Send
  | Change
  | Begin
  | Retract
  | EndItem
  | EndWork
  | { readonly do: 'undo'; readonly at: number }
  /** The sender takes back once more what it stood by last. */
  | { readonly do: 'redo' }
  | { readonly do: 'claim' | 'leave or come' | 'join or leave the group'; readonly who: string }
  /** All leases run out, and upkeep may come by. */
  | { readonly do: 'wait'; readonly upkeep: boolean }

const who = fc.constantFrom(...names)
/** Counted from the last one: most of what a series does is about what it just did. */
const at = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(20) })
const some = (among: readonly string[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...among), { minLength: 1, maxLength: most })
const seldom = <T>(drawn: fc.Arbitrary<T>, weight = 1) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight, arbitrary: drawn })

const send: fc.Arbitrary<Send> = fc.record({
  do: fc.constant('send' as const),
  to: some(addresses, 4),
  cc: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: some(people, 2) },
  ),
  replaces: seldom(at, 2),
})
const change: fc.Arbitrary<Change> = fc.record({
  do: fc.constant('change' as const),
  who,
  flip: fc.uniqueArray(fc.constantFrom(...borne), { maxLength: 3 }),
  session: fc.boolean(),
})
const begin: fc.Arbitrary<Begin> = fc.record({
  do: fc.constantFrom(
    'read' as const,
    'complete' as const,
    'complete' as const,
    'process' as const,
    'unread' as const,
  ),
  who,
  at,
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: send },
  { weight: 6, arbitrary: change },
  { weight: 6, arbitrary: begin },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('retract' as const), at, giving: seldom(who) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), at }) },
  { weight: 1, arbitrary: fc.constant({ do: 'redo' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('claim' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end an item' as const),
      at,
      how: fc.constantFrom('release' as const, 'complete' as const, 'fail' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end work' as const),
      at,
      how: fc.constantFrom('lease' as const, 'session' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), upkeep: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('leave or come' as const, 'join or leave the group' as const),
      who,
    }),
  },
)

/** Work is lost while somebody is at it, and comes back: by chance alone these steps seldom meet. */
const lostWork: fc.Arbitrary<readonly Step[]> = fc
  .record({
    who,
    way: fc.constantFrom('their name', ...borne, 'all'),
    isRetired: fc.boolean(),
    next: seldom(who),
    end: fc.constantFrom('unread' as const, 'lease' as const, 'session' as const),
  })
  .map(({ who: name, way, isRetired, next, end }) => {
    const change = (one: string): Step => ({
      do: 'change',
      who: one,
      flip: borne.includes(way) ? [way] : [],
      session: false,
    })
    return [
      change(name),
      { do: 'send', to: [way === 'their name' ? name : way], cc: [], replaces: null },
      { do: 'process', who: name, at: 0 },
      isRetired ? { do: 'leave or come', who: name } : change(name),
      ...(next === null ? [] : [change(next)]),
      end === 'unread' ? { do: end, who: name, at: 0 } : { do: 'end work', at: 0, how: end },
    ]
  })

export const series: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.oneof({ weight: 12, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: lostWork }), {
    minLength: 4,
    maxLength: 25,
  })
  .map((parts) => parts.flat())
