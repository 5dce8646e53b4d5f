import { noUnread } from '../../src/domain/roster.ts'
import type { Effect } from '../../src/faces/tui/effect.ts'
import type { Event } from '../../src/faces/tui/event.ts'
import { initialState, noPlaces } from '../../src/faces/tui/loop/initial.ts'
import { dueKeys } from '../../src/faces/tui/loop/type-ahead.ts'
import { update } from '../../src/faces/tui/loop/update.ts'
import type { ListPage, News, Row } from '../../src/faces/tui/model/list.ts'
import type { Size, State } from '../../src/faces/tui/state.ts'
import { type KeyEvent, key } from '../../src/faces/tui/terminal/key-event.ts'
import type { AgentValue, FullMessageValue } from '../../src/services/values.ts'

/** A clock that stands still: 2027-01-31 12:00 UTC. */
export const noon = Date.UTC(2027, 0, 31, 12)
const minute = 60_000

export function message(id: string, more: Partial<FullMessageValue> = {}): FullMessageValue {
  return {
    id,
    thread: id,
    replyTo: null,
    from: 'critic',
    to: ['lea'],
    cc: [],
    kind: 'request',
    priority: 'normal',
    subject: `Subject of ${id}`,
    preview: `Body of ${id}.`,
    body: `Body of ${id}.`,
    payload: null,
    context: null,
    attachments: [],
    tags: [],
    swarm: null,
    task: null,
    sentAt: new Date(noon - 5 * minute).toISOString(),
    expiresAt: null,
    owner: 'lea',
    status: 'unread',
    condition: null,
    deadReason: null,
    readAt: null,
    acknowledgedAt: null,
    completedAt: null,
    snoozedUntil: null,
    pinned: false,
    lease: null,
    owes: true,
    fields: null,
    meta: null,
    ...more,
  }
}

export function row(id: string, more: Partial<FullMessageValue> = {}, threadSize = 1): Row {
  return { type: 'mail', id, message: message(id, more), threadSize, copies: null }
}

export function rowIds(count: number, prefix = 'M'): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(3, '0')}`)
}

export function agent(address: string, more: Partial<AgentValue> = {}): AgentValue {
  return {
    address,
    longForm: null,
    kind: 'agent',
    role: null,
    swarm: null,
    tags: [],
    session: null,
    state: 'alive',
    lastSeen: null,
    pane: null,
    reportsTo: null,
    canComplete: false,
    watched: false,
    wake: null,
    bell: null,
    talksTo: [],
    asks: null,
    failedToday: 0,
    activity: (more.state ?? 'alive') === 'alive' ? 'idle' : 'ended',
    lookalike: null,
    unread: noUnread,
    waiting: null,
    ...more,
  }
}

/** A person at the program: presses keys, hears the store's answers, and remembers what was asked for. */
export type Sitting = {
  state: State
  readonly effects: Effect[]
  /** Takes the effects that were asked for since the last time. */
  taken(): readonly Effect[]
  tell(...events: readonly Event[]): Sitting
  press(...labels: readonly string[]): Sitting
  type(text: string): Sitting
  answerList(pages: readonly ListPage[] | readonly Row[], told?: Partial<News>): Sitting
  answerThread(messages: readonly FullMessageValue[], next?: string | null): Sitting
  /** Who and what there is; nobody, and nothing unread, but for what is told. */
  answerRoster(told?: Partial<Extract<Event, { type: 'roster-loaded' }>>): Sitting
  /** What it does not name is as it was. */
  answerHead(told: Partial<Extract<Event, { type: 'head-loaded' }>>): Sitting
}

export function sit(size: Size = { columns: 120, rows: 30 }, state?: State): Sitting {
  const person = { address: 'lea', kind: 'user', principal: null }
  const effects: Effect[] = []
  let seen = 0
  const sitting: Sitting = {
    state: state ?? initialState(person, 'swarm_dev', size, noon),
    effects,
    taken() {
      const fresh = effects.slice(seen)
      seen = effects.length
      return fresh
    },
    tell(...events) {
      const queue = [...events]
      for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
        const [next, ...wanted] = update(sitting.state, event)
        const [ready, ...due] = dueKeys(next)
        sitting.state = ready
        effects.push(...wanted)
        queue.unshift(...due)
      }
      return sitting
    },
    press: (...labels) => sitting.tell(...labels.map(keyOf)),
    type: (text) => sitting.tell(...[...text].map((letter) => keyOf(letter === ' ' ? 'Space' : letter))),
    answerList(given, told = {}) {
      const pages = given.map((one) => ('rows' in one ? one : null)).filter((one) => one !== null)
      const rows = given.map((one) => ('rows' in one ? null : one)).filter((one) => one !== null)
      const asked = effects.findLast((effect) => effect.type === 'load-list')
      if (asked?.type !== 'load-list') throw new Error('No list was asked for')
      const { request, source, mode, after } = asked
      const news = { newest: null, above: [], below: [], ...told }
      const answer = pages.length > 0 ? pages : [{ after, rows, next: null }]
      return sitting.tell({ type: 'list-loaded', request, source, mode, pages: answer, passed: [], news })
    },
    answerThread(messages, next = null) {
      const asked = effects.findLast(({ type }) => type === 'load-thread' || type === 'read-thread')
      if (asked?.type !== 'load-thread' && asked?.type !== 'read-thread')
        throw new Error('No thread was asked for')
      const { request, message: anchor, of } = asked
      const subject = messages[0]?.subject ?? ''
      return sitting.tell({
        type: 'thread-loaded',
        request,
        thread: { anchor, of, subject, messages, next },
        receipts: [],
      })
    },
    answerRoster: (told = {}) =>
      sitting.tell({
        type: 'roster-loaded',
        request: sitting.state.panes.asked.roster,
        agents: [],
        unread: noUnread,
        dead: 0,
        drafts: 0,
        places: noPlaces,
        views: [],
        presence: sitting.state.session.pair.others,
        ...counted(sitting.state),
        ...told,
      }),
    answerHead(told) {
      const { unread, dead, drafts, places, views } = sitting.state.panes.roster
      const known = { unread, dead, drafts, places, views, presence: sitting.state.session.pair.others }
      const request = sitting.state.panes.asked.head
      return sitting.tell({ type: 'head-loaded', request, ...known, ...counted(sitting.state), ...told })
    },
  }
  return sitting
}

function counted({ panes }: State): Pick<State['panes']['roster'], 'attention' | 'counts'> {
  const { attention, counts } = panes.roster
  return { attention, counts }
}

/** A person in front of an inbox with these rows. */
export function sitBefore(rows: readonly Row[], size?: Size): Sitting {
  return sit(size).tell({ type: 'started' }).answerList(rows)
}

const named: Readonly<Record<string, string>> = {
  Esc: 'escape',
  'S-Tab': 'backtab',
  Enter: 'enter',
  Tab: 'tab',
  Space: 'space',
  Backspace: 'backspace',
  Down: 'down',
  Up: 'up',
  PageDown: 'pagedown',
  PageUp: 'pageup',
  Home: 'home',
  End: 'end',
  Left: 'left',
  Right: 'right',
}

export function keyOf(label: string): KeyEvent {
  const ctrl = label.startsWith('C-')
  const alt = label.startsWith('Alt-')
  const bare = ctrl ? label.slice(2) : alt ? label.slice(4) : label
  const name = named[bare] ?? bare
  const text = ctrl || alt ? '' : name === 'space' ? ' ' : named[bare] === undefined ? bare : ''
  return key(name, { ctrl, alt, text })
}
