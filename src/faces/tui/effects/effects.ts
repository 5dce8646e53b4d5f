import type { Mailbox } from '../../../mailbox.ts'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import { fetchRoster, fetchThread, sentenceOf } from './fetch.ts'
import { carryOut, reverse } from './fetch-deed.ts'
import { deleteDraft, dueDrafts, saveDraft, sendDraft } from './fetch-drafts.ts'
import { fetchList } from './fetch-list.ts'
import { actOn, addresses } from './fetch-places.ts'
import { openLane, openQueue } from './lanes.ts'
import { openOffers } from './offers.ts'
import { openTimers } from './timers.ts'

export type EffectsOptions = {
  readonly mailbox: Mailbox
  readonly self: string
  readonly dispatch: (event: Event) => void
  /** What only the terminal can do. */
  readonly outside: (
    effect: Extract<Effect, { type: 'edit-outside' | 'redraw' | 'suspend' | 'quit' }>,
  ) => void
}

export type Effects = {
  run(effect: Effect): void
  /** Resolves when nothing is being asked for. */
  quiet(): Promise<void>
  /** Finishes what is written, gives back what is held, and forgets the rest. */
  close(): Promise<void>
}

/** Carries out effects against a mailbox, and tells what came of them. */
export function openEffects({ mailbox, self, dispatch, outside }: EffectsOptions): Effects {
  const lanes = {
    ...{ list: openLane(), thread: openLane(), roster: openLane() },
    ...{ details: openLane(), attention: openLane() },
  }
  const writes = openQueue()
  const timers = openTimers((name) => dispatch({ type: 'waited', name }))
  const offers = openOffers(mailbox, dispatch)
  const load = (effect: LoadEffect): void => {
    const { lane, task, failed } = loadOf(mailbox, self, effect)
    lanes[lane].push(async () => dispatch(await task().catch((error: unknown) => failed(sentenceOf(error)))))
  }
  const write = (task: () => Promise<Event | null>): void =>
    writes.push(async () => {
      const event = await task().catch((error: unknown) => failure(sentenceOf(error)))
      if (event !== null) dispatch(event)
    })
  const run = (effect: Effect): void => {
    if (isLoad(effect)) load(effect)
    else if (effect.type === 'wait') timers.start(effect.name, effect.milliseconds)
    else if (effect.type === 'cancel') timers.stop(effect.name)
    else if (effect.type === 'offer') offers.ask(effect.message)
    else if (effect.type === 'settle') write(offers.settle(effect.message))
    else if (effect.type === 'release') write(offers.release(effect.message))
    else if (isOutside(effect)) outside(effect)
    else write(() => written(mailbox, self, effect))
  }
  return {
    run,
    quiet: async () => {
      await Promise.all([...Object.values(lanes).map((lane) => lane.idle()), writes.idle()])
    },
    async close() {
      timers.stopAll()
      await writes.idle()
      await offers.releaseAll()
    },
  }
}

type EffectOf<T extends Effect['type']> = Extract<Effect, { readonly type: T }>
const loads = [
  'load-list',
  'load-thread',
  'load-more',
  'load-details',
  'load-roster',
  'count-attention',
  'complete-address',
] as const
const outsides = ['edit-outside', 'redraw', 'suspend', 'quit'] as const
type LoadEffect = EffectOf<(typeof loads)[number]>
type OutsideEffect = EffectOf<(typeof outsides)[number]>
type WriteEffect = EffectOf<
  'deed' | 'act' | 'reverse' | 'save-draft' | 'send-draft' | 'delete-draft' | 'due-drafts'
>

function isLoad(effect: Effect): effect is LoadEffect {
  return (loads as readonly string[]).includes(effect.type)
}

function isOutside(effect: Effect): effect is OutsideEffect {
  return (outsides as readonly string[]).includes(effect.type)
}

const failure = (text: string): Event => ({ type: 'failed', text })

type Load = {
  readonly lane: 'list' | 'thread' | 'roster' | 'details' | 'attention'
  readonly task: () => Promise<Event>
  readonly failed: (problem: string) => Event
}

function loadOf(mailbox: Mailbox, self: string, effect: LoadEffect): Load {
  switch (effect.type) {
    case 'load-list': {
      const { request, source, mode } = effect
      return {
        lane: 'list',
        task: async () => ({
          type: 'list-loaded',
          request,
          source,
          mode,
          ...(await fetchList(mailbox, effect)),
        }),
        failed: (problem) => ({ type: 'list-failed', request, problem }),
      }
    }
    case 'load-thread':
    case 'load-more': {
      const { request, message, of } = effect
      const beyond = effect.type === 'load-more' ? effect.after : null
      return {
        lane: 'thread',
        task: async () => {
          const [thread, { receipts }] = await Promise.all([
            fetchThread(mailbox, message, of === self ? undefined : of, beyond),
            mailbox.receipts({ message, limit: 50 }),
          ])
          return { type: 'thread-loaded', request, thread: { ...thread, of }, receipts }
        },
        failed: () => ({ type: 'thread-loaded', request, thread: null, receipts: [] }),
      }
    }
    case 'load-details':
      return {
        lane: 'details',
        task: () => fetchDetails(mailbox, effect.message, effect.history),
        failed: failure,
      }
    case 'load-roster': {
      const { request } = effect
      return {
        lane: 'roster',
        task: async () => ({ type: 'roster-loaded', request, ...(await fetchRoster(mailbox)) }),
        failed: failure,
      }
    }
    case 'count-attention':
      return {
        lane: 'attention',
        task: async () => ({
          type: 'attention-counted',
          count: (await mailbox.attention({})).attention.length,
        }),
        failed: failure,
      }
    case 'complete-address':
      return {
        lane: 'details',
        task: async () => ({ type: 'addresses', text: effect.text, names: await addresses(mailbox) }),
        failed: failure,
      }
  }
}

async function written(mailbox: Mailbox, self: string, effect: WriteEffect): Promise<Event | null> {
  switch (effect.type) {
    case 'deed': {
      const text = await carryOut(mailbox, effect.deed, self)
      return { type: 'done', text: `${text}: u takes it back`, undoable: true }
    }
    case 'act':
      return actOn(mailbox, self, effect.act)
    case 'reverse':
      return { type: 'done', text: await reverse(mailbox, effect.direction), undoable: true }
    case 'save-draft':
      return saveDraft(mailbox, effect)
    case 'send-draft':
      return sendDraft(mailbox, effect.draft)
    case 'delete-draft':
      return deleteDraft(mailbox, effect)
    case 'due-drafts':
      return dueDrafts(mailbox)
  }
}

async function fetchDetails(mailbox: Mailbox, message: string, history: boolean): Promise<Event> {
  const { receipts } = await mailbox.receipts({ message, limit: 50 })
  const events = history ? (await mailbox.history({ message, limit: 200 })).events : null
  return { type: 'details-loaded', message, receipts, history: events }
}
