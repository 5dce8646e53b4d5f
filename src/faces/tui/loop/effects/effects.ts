import type { Mailbox } from '../../../../mailbox.ts'
import { within } from '../../../../services/within.ts'
import { commandNamed } from '../../commands/index.ts'
import { type Doubting, deleteDraft, dueDrafts, saveDraft, sendDraft } from '../../compose/fetch-drafts.ts'
import type { Effect, TimerName } from '../../effect.ts'
import type { Event } from '../../event.ts'
import { type Lane, openLane, openQueue } from '../../lanes.ts'
import { type PrintAnswer, runCommand } from '../../overlays/palette/fetch-palette.ts'
import { type LoadedEvent, openThreads } from '../../panes/thread/threads.ts'
import { sentenceOf } from '../../sentence.ts'
import type { Session } from '../../state.ts'
import { onlyLooks } from '../../step.ts'
import type { Stores } from '../../stores.ts'
import { openAnnouncer } from './announcer.ts'
import { call } from './call.ts'
import { type Changed, change, changeAll } from './change.ts'
import { isLoad, type LoadEffect, loadOf } from './load.ts'
import { openOffers } from './offers.ts'
import { reverse } from './reverse.ts'
import { openStalls, openTimers } from './stalls.ts'

export type EffectsOptions = {
  /** Prints what a command of the palette answers; without it the value is outlined. */
  readonly print?: PrintAnswer | undefined
  readonly mailbox: Mailbox
  /** The stores beside the open one. */
  readonly stores?: Stores | undefined
  readonly now: () => number
  /** When the last key was pressed, by `performance.now()`. */
  readonly pressedAt: () => number
  /** The person, the name of this screen among the open ones (`null`: not announced), and whether it may change mail. */
  readonly session: Pick<Session, 'me' | 'pair' | 'readOnly'>
  readonly dispatch: (event: Event) => void
  /** A timer that never rings. */
  readonly still?: TimerName | undefined
  /** Asked of the files that a message names, before it is sent. */
  readonly doubt?: Doubting | undefined
  /** The part that only the terminal can do. */
  readonly outside: (effect: OutsideEffect) => void
}

type Effects = {
  run(effect: Effect): void
  /** Messages changed: what was read ahead is read again before it counts. */
  changed(): void
  /** Resolves when nothing is being asked for. */
  quiet(): Promise<void>
  /** Resolves when all that was to be written is. */
  written(): Promise<void>
  /** Gives back what is held, as far as the store lets it, and forgets the rest. */
  close(): Promise<void>
}

/** Carries out effects against a mailbox, and reports their results. */
export function openEffects(options: EffectsOptions): Effects {
  const { mailbox, now, session, dispatch, outside, still, stores } = options
  const { readOnly } = session
  const self = session.me.address
  const lanes = new Map<string, Lane>()
  const laneOf = (name: string): Lane => {
    const lane = lanes.get(name) ?? openLane()
    lanes.set(name, lane)
    return lane
  }
  const threads = openThreads(mailbox, self, laneOf('thread'))
  const writes = openQueue()
  const timers = openTimers((name) => dispatch({ type: 'waited', name }))
  const announcing = openAnnouncer(mailbox, session.pair.terminal, options)
  const stalls = openStalls((stalled) => dispatch({ type: 'stalled', stalled }))
  const offers = openOffers(mailbox, dispatch)
  const load = (effect: LoadEffect): void => {
    const { lane, task, failed } = loadOf({ mailbox, self, now, stores }, effect)
    laneOf(lane).push(async (superseded) =>
      dispatch(await task(superseded).catch((error: unknown) => failed(sentenceOf(error)))),
    )
  }
  const loadThread = (effect: ThreadEffect): void => {
    const { request, message, of } = effect
    const tell = (loaded: LoadedEvent): void => dispatch({ ...loaded, request })
    if (effect.type === 'load-thread') threads.open({ message, of }, effect.beside, tell)
    else threads.again({ message, of }, effect.least, tell)
  }
  const write = (task: () => Promise<Event | null>): void =>
    writes.push(async () => {
      const event = await stalls.during(task()).catch((error: unknown) => failure(sentenceOf(error)))
      threads.changed()
      if (event !== null) dispatch(event)
    })
  const run = (effect: Effect): void => {
    if (readOnly && changesMail(effect)) {
      if (effect.type !== 'due-drafts') dispatch(failure(onlyLooks))
      return
    }
    if (isLoad(effect)) load(effect)
    else if (effect.type === 'load-thread' || effect.type === 'read-thread') loadThread(effect)
    else if (effect.type === 'announce') announcing.tell(effect)
    else if (effect.type === 'wait') {
      if (effect.name !== still) timers.start(effect.name, effect.milliseconds, effect.once)
    } else if (effect.type === 'cancel') timers.stop(effect.name)
    else if (effect.type === 'offer') offers.ask(effect.message)
    else if (effect.type === 'settle') write(offers.settle(effect.message))
    else if (effect.type === 'release') write(offers.release(effect.message))
    else if (effect.type === 'rest-stores') stores?.rest()
    else if (effect.type === 'load-colours') void loadColours(dispatch).catch(() => undefined)
    else if (isOutside(effect)) outside(effect)
    // What `update` carries out itself never comes here.
    else if (effect.type !== 'press') write(() => written(options, effect))
  }
  return {
    run,
    changed: threads.changed,
    quiet: async () => {
      const asking = [...lanes.values()].map((lane) => lane.idle())
      await Promise.all([...asking, writes.idle(), announcing.idle()])
    },
    written: writes.idle,
    async close() {
      timers.stopAll()
      stalls.stop()
      stores?.rest()
      await within(farewell, offers.releaseAll().then(announcing.leave))
    },
  }
}

/** The holds and presence of a closed screen lapse by themselves: closing waits only this long for a store, ms. */
const farewell = 1_000

type EffectOf<T extends Effect['type']> = Extract<Effect, { readonly type: T }>
const outsides = [
  'edit-outside',
  'copy',
  'open-file',
  'open-text',
  'open-link',
  'pipe',
  'run-own',
  'notice',
  'remember',
  'remember-query',
  'mouse',
  'redraw',
  'suspend',
  'quit',
  'ask-looked',
  'open-store',
  'stay',
] as const
type OutsideEffect = EffectOf<(typeof outsides)[number]>
type ThreadEffect = EffectOf<'load-thread' | 'read-thread'>
type WriteEffect = EffectOf<
  | 'change'
  | 'change-all'
  | 'call'
  | 'run-command'
  | 'reverse'
  | 'save-draft'
  | 'send-draft'
  | 'delete-draft'
  | 'due-drafts'
>

function isOutside(effect: Effect): effect is OutsideEffect {
  return (outsides as readonly string[]).includes(effect.type)
}

/** Without it code is shown as it is. */
async function loadColours(dispatch: (event: Event) => void): Promise<void> {
  const { colourCode } = await import('../../text/colour-code.ts')
  dispatch({ type: 'colours-loaded', colour: colourCode })
}

const failure = (text: string): Event => ({ type: 'failed', text })

function changeDone({ text, undoable }: Changed): Event {
  return { type: 'done', text, undoable, ...(undoable && { reversible: true }) }
}

async function written(options: EffectsOptions, effect: WriteEffect): Promise<Event | null> {
  const { mailbox, now, session, doubt } = options
  const self = session.me.address
  const changing = { mailbox, self, now }
  switch (effect.type) {
    case 'change':
      return changeDone(await change(changing, effect))
    case 'change-all':
      return changeDone(await changeAll(changing, effect))
    case 'call':
      return call(mailbox, self, effect)
    case 'run-command':
      return runCommand(mailbox, effect, options.print)
    case 'reverse':
      return reverse(mailbox, effect)
    case 'save-draft':
      return saveDraft(mailbox, effect, doubt)
    case 'send-draft':
      return sendDraft(mailbox, effect.draft)
    case 'delete-draft':
      return deleteDraft(mailbox, effect)
    case 'due-drafts':
      return dueDrafts(mailbox)
  }
}

const changing: readonly Effect['type'][] = [
  'change',
  'change-all',
  'reverse',
  'save-draft',
  'send-draft',
  'delete-draft',
  'due-drafts',
  'offer',
]

/**
 * The calls that a read-only screen never makes: changes of mail, and handing it over. It may announce that a person is
 * here.
 */
function changesMail(effect: Effect): boolean {
  if (effect.type === 'call') return commandNamed(effect.command).writes === true
  return effect.type === 'run-command' ? effect.looks !== true : changing.includes(effect.type)
}
