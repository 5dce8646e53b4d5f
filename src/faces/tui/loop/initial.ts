import { noUnread } from '../../../domain/roster.ts'
import type { PlacesValue } from '../../../values/places-schema.ts'
import { keymap } from '../commands/index.ts'
import type { Binding } from '../keymap.ts'
import { alone } from '../model/pair.ts'
import { usualWidths } from '../model/widths.ts'
import { emptyList } from '../panes/inbox/list.ts'
import { noChanges } from '../panes/inbox/news.ts'
import type { Clock, Panes, Person, Session, Size, State } from '../state.ts'

export const noPlaces: PlacesValue = { queues: [], channels: [], tags: [], groups: [] }

function clockAt(now: number): Clock {
  const noticed = { at: null, known: noUnread, asking: [] }
  return { now, keyAt: now, leftAt: null, topicsLater: false, rosterLater: false, later: false, noticed }
}

/** The program before anything was loaded: the person's own inbox, still empty. */
export function initialState(
  me: Person,
  swarm: string | null,
  size: Size,
  now: number,
  keys: readonly Binding[] = keymap,
): State {
  return {
    clock: clockAt(now),
    session: sessionBefore({ me, swarm, size, now, keys }),
    panes: panesBefore(me),
    outbox: { begun: 0, sending: [], sentLast: false },
    overlay: { type: 'none' },
  }
}

type Beginning = {
  readonly me: Person
  readonly swarm: string | null
  readonly size: Size
  readonly now: number
  readonly keys: readonly Binding[]
}

function sessionBefore({ me, swarm, size, now, keys }: Beginning): Session {
  return {
    size,
    keymap: keys,
    keyProblems: [],
    clockNote: null,
    swarm,
    me,
    startedAt: now,
    acting: null,
    pending: [],
    queries: [],
    lines: [],
    hinted: [],
    notifies: true,
    known: null,
    toast: null,
    refused: null,
    live: false,
    stalled: false,
    early: [],
    earlyAt: 0,
    answeredAt: null,
    focused: null,
    pair: alone,
    widths: usualWidths,
    mouse: false,
    theme: null,
    ownThemes: [],
    groundUntil: null,
    clicked: null,
    colouring: 'none',
    calm: false,
    readsOn: false,
    columnHeads: 'auto',
    tabs: 'auto',
    replies: {},
    editHeaders: true,
    readOnly: false,
  }
}

function panesBefore(me: Person): Panes {
  return {
    focus: 'inbox',
    zoomed: false,
    threaded: false,
    roster: {
      agents: [],
      selected: 'view:inbox',
      top: 0,
      folded: [],
      by: 'swarm',
      unread: noUnread,
      dead: 0,
      drafts: 0,
      places: noPlaces,
      views: [],
      topics: { debates: [], tasks: [] },
      attention: null,
      counts: null,
    },
    list: emptyList({ type: 'mailbox', owner: me.address, box: 'inbox' }),
    visited: new Map(),
    before: null,
    cameFrom: null,
    thread: null,
    board: null,
    asked: { list: 0, thread: 0, roster: 0, head: 0 },
    threadTold: 0,
    showing: [],
    ownChanges: noChanges,
  }
}
