import { quantile } from '../bench/measure.ts'
import type { Fact } from './ledger.ts'

type Of<What extends Fact['what']> = Extract<Fact, { what: What }>
export type Fault = { readonly what: FaultKind; readonly detail: string }
export type FaultKind = 'lost' | 'stranded' | 'doubled' | 'wrong order' | 'failed' | 'grown'
export type Sized = { readonly of: string; readonly first: number; readonly last: number }
export type Times = { readonly p50: number; readonly p99: number; readonly count: number }
export type Judgement = {
  readonly faults: readonly Fault[]
  readonly sent: number
  readonly shown: number
  /** Shown more than once, as what a killed reader held. */
  readonly again: number
  readonly answered: number
  readonly tasks: number
  readonly kills: ReadonlyMap<string, number>
  readonly steps: number
  readonly fillings: number
  /** Sent until shown, ms. */
  readonly shownIn: { readonly first: Times; readonly last: Times }
  /** Asked until told, ms. */
  readonly toldIn: { readonly first: Times; readonly last: Times }
  readonly sizes: readonly Sized[]
}

/** The part of the run that is its start, and its end. */
const part = 0.2
/** Processes and files may come to so much more than at the start, in a run that is long enough to tell. */
const [grownTo, grownBy, longEnough] = [1.6, 60, 20 * 60_000]

/**
 * What the drivers wrote down, held against what the program promises: each message is shown, none after it was settled,
 * each request is answered once, and what one sender wrote comes in its order. `persons` have screens, not programs.
 */
export function judge(facts: readonly Fact[]): Judgement {
  const of = <What extends Fact['what']>(what: What) =>
    facts.filter((fact): fact is Of<What> => fact.what === what)
  const story = tell(of('sent'), of('shown'), of('settled'), of('done'), of('cut'))
  const [begun, ended] = spanOf(facts)
  const [early, late] = [begun + (ended - begun) * part, ended - (ended - begun) * part]
  const sizes = sizesOf(of('size'), early, late)
  const asked = new Map(of('asked').map(({ task, at }) => [task, at]))
  const waits = mailOf(story).map(({ sent, shows }) => [sent.since, firstOf(shows)] as const)
  const tolds = of('told').map(({ task, at }) => [asked.get(task) ?? at, at] as const)
  const kills = new Map<string, number>()
  for (const { role } of of('killed')) kills.set(role, (kills.get(role) ?? 0) + 1)
  return {
    faults: [
      ...faultsOfMail(story),
      ...faultsOfOrder(story, disturbances(facts)),
      ...faultsOfTasks(of('asked'), of('told')),
      ...of('failed').map(({ name, said }): Fault => ({ what: 'failed', detail: `${name}: ${said}` })),
      ...(ended - begun >= longEnough ? sizes.flatMap(faultOfSize) : []),
    ],
    sent: story.sent.size,
    shown: new Set(of('shown').map(({ id }) => id)).size,
    again: of('shown').length - new Set(of('shown').map(({ id }) => id)).size,
    answered: story.answered.size,
    tasks: tolds.length,
    kills,
    steps: of('clock').length,
    fillings: of('disk').filter(({ full }) => full).length,
    shownIn: {
      first: times(waits.filter(([at]) => at <= early)),
      last: times(waits.filter(([at]) => at >= late)),
    },
    toldIn: {
      first: times(tolds.filter(([at]) => at <= early)),
      last: times(tolds.filter(([at]) => at >= late)),
    },
    sizes,
  }
}

/** What is still to come: no fault while the programs run. */
export function awaited(facts: readonly Fact[]): readonly Fault[] {
  return judge(facts).faults.filter(({ what }) => what === 'lost' || what === 'stranded')
}

type Story = {
  readonly sent: ReadonlyMap<string, Of<'sent'>>
  readonly doubleKeys: readonly string[]
  readonly shown: ReadonlyMap<string, readonly Of<'shown'>[]>
  readonly settled: ReadonlyMap<string, number>
  readonly done: ReadonlyMap<string, number>
  readonly cut: ReadonlySet<string>
  /** When the requester was shown the answer, and which messages said that they are it. */
  readonly answered: ReadonlyMap<string, { readonly at: number; readonly by: ReadonlySet<string> }>
}

function tell(
  sents: readonly Of<'sent'>[],
  showns: readonly Of<'shown'>[],
  settleds: readonly Of<'settled'>[],
  dones: readonly Of<'done'>[],
  cuts: readonly Of<'cut'>[],
): Story {
  const sent = new Map(sents.map((fact) => [fact.id, fact]))
  const shown = new Map<string, Of<'shown'>[]>()
  const answered = new Map<string, { at: number; by: Set<string> }>()
  for (const fact of showns) {
    shown.set(fact.id, [...(shown.get(fact.id) ?? []), fact])
    if (fact.answers === undefined) continue
    const before = answered.get(fact.answers)
    answered.set(fact.answers, { at: before?.at ?? fact.at, by: new Set([...(before?.by ?? []), fact.id]) })
  }
  const keys = new Map<string, Set<string>>()
  for (const { key, id } of sents) keys.set(key, new Set([...(keys.get(key) ?? []), id]))
  return {
    sent,
    shown,
    answered,
    doubleKeys: [...keys].flatMap(([key, ids]) => (ids.size > 1 ? [`${key}: ${[...ids].join(', ')}`] : [])),
    settled: new Map(settleds.map(({ by, at }) => [by, at])),
    done: new Map(dones.map(({ id, at }) => [id, at])),
    cut: new Set(cuts.map(({ id }) => id)),
  }
}

type Mail = { readonly sent: Of<'sent'>; readonly shows: readonly Of<'shown'>[] }

function mailOf({ sent, shown }: Story): readonly Mail[] {
  return [...sent.values()]
    .filter(({ to }) => !isPerson(to))
    .map((fact) => ({ sent: fact, shows: shown.get(fact.id) ?? [] }))
}

const isPerson = (name: string) => name.startsWith('person-')
/** What these take is theirs until they complete it, also after they answered. */
const isTaker = (name: string) => /^(?:wait|mcp)-/u.test(name)

function faultsOfMail(story: Story): readonly Fault[] {
  const faults: Fault[] = story.doubleKeys.map((detail) => ({
    what: 'doubled',
    detail: `one key, two messages: ${detail}`,
  }))
  for (const { sent, shows } of mailOf(story)) {
    const name = `${sent.id} (${sent.key}, ${sent.kind} to ${sent.to})`
    // Who died while reading is told what it had left, and may be done with it although nobody noted the reading.
    if (shows.length === 0 && !story.done.has(sent.id))
      faults.push({ what: 'lost', detail: `${name} was never shown` })
    else if (sent.kind === 'request' && !story.answered.has(sent.id))
      faults.push({ what: 'stranded', detail: `${name}: nobody was shown its answer` })
    else if (
      sent.kind !== 'request' &&
      isTaker(sent.to) &&
      !story.done.has(sent.id) &&
      !story.cut.has(sent.id)
    )
      faults.push({ what: 'stranded', detail: `${name} was taken and never completed` })
  }
  for (const [id, { by }] of story.answered)
    if (by.size > 1)
      faults.push({ what: 'doubled', detail: `${id} was answered by ${[...by].join(' and ')}` })
  for (const [id, shows] of story.shown) faults.push(...faultsOfShowings(story, id, shows))
  return faults
}

/** What was settled comes no more: completed, answered, or shown as read by a process that ended well. */
function faultsOfShowings(story: Story, id: string, shows: readonly Of<'shown'>[]): readonly Fault[] {
  const isRequest = story.sent.get(id)?.kind === 'request'
  const ends = [
    ['it was completed', story.done.get(id)],
    ['its answer was shown', isTaker(story.sent.get(id)?.to ?? '') ? undefined : story.answered.get(id)?.at],
    ...(isRequest ? [] : shows.map(({ by }) => ['it was shown as read', story.settled.get(by)] as const)),
  ] as const
  return shows.flatMap(({ since, agent, by }) =>
    ends
      .filter(([, at]) => at !== undefined && since > at)
      .slice(0, 1)
      .map(
        ([when]): Fault => ({
          what: 'doubled',
          detail: `${id} was shown to ${agent} by ${by} after ${when}`,
        }),
      ),
  )
}

/** Whether something kept mail from a reader in a span: its death, a step of the clock, a full disk. */
type Disturbed = (agent: string, from: number, to: number) => boolean

function disturbances(facts: readonly Fact[]): Disturbed {
  const times = facts.flatMap((fact): readonly { readonly agent: string | null; readonly at: number }[] => {
    if (fact.what === 'killed') return [{ agent: fact.name, at: fact.at }]
    return fact.what === 'clock' || fact.what === 'disk' ? [{ agent: null, at: fact.at }] : []
  })
  return (agent, from, to) =>
    times.some((one) => (one.agent === null || one.agent === agent) && one.at >= from - hold && one.at <= to)
}

/** As long as this a dead reader holds what it was about to show, ms, with what a slow machine adds. */
const hold = 75_000

/** Of one sender, and of one rank, the earlier is shown first, unless a killed reader held it. */
function faultsOfOrder(story: Story, disturbed: Disturbed): readonly Fault[] {
  const lanes = new Map<string, Mail[]>()
  for (const mail of mailOf(story)) {
    const { from, to, priority, kind } = mail.sent
    const lane = [from, to, priority, kind].join(' ')
    lanes.set(lane, [...(lanes.get(lane) ?? []), mail])
  }
  return [...lanes.values()].flatMap((lane) => {
    const inOrder = lane.filter(({ shows }) => shows.length > 0).sort((a, b) => a.sent.at - b.sent.at)
    return inOrder.slice(1).flatMap((later, at): Fault[] => {
      const earlier = inOrder[at]
      if (earlier === undefined || earlier.sent.at >= later.sent.since) return []
      if (firstOf(earlier.shows) <= firstOf(later.shows)) return []
      if (disturbed(later.sent.to, earlier.sent.since, firstOf(later.shows))) return []
      return [
        {
          what: 'wrong order',
          detail: `${later.sent.key} was shown to ${later.sent.to} before ${earlier.sent.key}`,
        },
      ]
    })
  })
}

function faultsOfTasks(asked: readonly Of<'asked'>[], told: readonly Of<'told'>[]): readonly Fault[] {
  const ends = new Map(told.map((fact) => [fact.task, fact]))
  return asked.flatMap(({ task }): Fault[] => {
    const end = ends.get(task)
    if (end === undefined || end.answers.length === 0)
      return [{ what: 'stranded', detail: `task ${task} never ended` }]
    if (end.answers.length > 1) return [{ what: 'doubled', detail: `task ${task} ended twice` }]
    return end.answers[0] === end.awaited
      ? []
      : [{ what: 'failed', detail: `task ${task}: ${end.answers[0]}, not ${end.awaited}` }]
  })
}

/** The largest in the middle of the start, and of the end. */
function sizesOf(sizes: readonly Of<'size'>[], early: number, late: number): readonly Sized[] {
  const names = [...new Set(sizes.map((fact) => fact.of))]
  const middle = (of: string, holds: (at: number) => boolean) =>
    quantile(
      sizes.filter((fact) => fact.of === of && holds(fact.at)).map(({ value }) => value),
      0.5,
    )
  return names.map((of) => ({
    of,
    first: middle(of, (at) => at <= early),
    last: middle(of, (at) => at >= late),
  }))
}

/** The store keeps what was sent, so it grows. */
function faultOfSize({ of, first, last }: Sized): readonly Fault[] {
  const hasGrown = last > first * grownTo && last > first + grownBy
  return of.startsWith('store') || !hasGrown
    ? []
    : [{ what: 'grown', detail: `${of}: from ${first.toFixed(0)} to ${last.toFixed(0)}` }]
}

function firstOf(shows: readonly Of<'shown'>[]): number {
  return Math.min(...shows.map(({ at }) => at))
}

function times(spans: readonly (readonly [from: number, to: number])[]): Times {
  const waits = spans.flatMap(([from, to]) => (Number.isFinite(to) ? [Math.max(0, to - from)] : []))
  return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), count: waits.length }
}

function spanOf(facts: readonly Fact[]): readonly [begun: number, ended: number] {
  const sent = facts.flatMap((fact) => (fact.what === 'sent' ? [fact.at] : []))
  return [Math.min(...sent), Math.max(...sent)]
}
