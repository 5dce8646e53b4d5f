import { expect, it } from 'vitest'
import { commandOf, keymap } from '../../../src/faces/tui/commands/index.ts'
import { meaningOf } from '../../../src/faces/tui/keymap.ts'
import { scopesHere } from '../../../src/faces/tui/panes/inbox/scopes.ts'
import { type State, withSession } from '../../../src/faces/tui/state.ts'
import { sitAtBoard, someAgents } from '../../support/tui-fleet.ts'
import { sitAt, troubles } from '../../support/tui-places.ts'
import {
  awayValue,
  happening,
  moment,
  sitAtAway,
  sitAtMetrics,
  sitBeforeRequest,
  statsValue,
  tellRequest,
  tellTimeline,
} from '../../support/tui-sheets.ts'
import { message, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'
import { sitAtAllAttention, sitAtStores, waitingRow } from '../../support/tui-stores.ts'
import { openDebate, sitAtDebates, sitAtQueues, sitAtTasks } from '../../support/tui-work.ts'

const inbox = () => sitBefore(rowIds(3).map((id) => row(id))).answerRoster()
const places: Readonly<Record<string, () => Sitting>> = {
  'the roster': () => inbox().press('1'),
  'the inbox': inbox,
  'an empty inbox': () => sitBefore([]).answerRoster(),
  'a thread': () =>
    inbox()
      .press('Enter')
      .answerThread([message('M001')]),
  Attention: () => sitAt({ type: 'attention' }, troubles),
  drafts: () => sitAt({ type: 'drafts' }, []),
  'the fleet': () => sitAtBoard(),
  'a working agent': () => sitAtBoard().press('j'),
  'an empty fleet': () => sitAtBoard([]),
  'an agent’s page': () => sitAtBoard(someAgents).press('j', 'Enter'),
  'the debates': () => sitAtDebates(),
  'a debate': () => openDebate(sitAtDebates()),
  'the tasks': () => sitAtTasks(),
  'the queues': () => sitAtQueues(),
  'claimed work': () => sitAtQueues().press('l'),
  'failed work': () => sitAtQueues().press('l', 'l'),
  'the stores': () => sitAtStores(),
  'the Attention of all stores': () => sitAtAllAttention([waitingRow('one')]),
  metrics: () => sitAtMetrics(statsValue()),
  'what happened meanwhile': () =>
    sitAtAway(
      awayValue({
        finished: [happening('M001')],
        counts: { decided: 0, finished: 1, failed: 0, handedOn: 0, agents: 0 },
      }),
    ),
  'a request': () => tellRequest(sitBeforeRequest().press('Enter')),
  'a timeline': () => tellTimeline(inbox().press('T'), rowIds(3).map(moment)),
}

/** Every sequence that some command has somewhere. */
const keys = [...new Set(keymap.flatMap((binding) => binding.keys))]

/** What a person can notice. */
function seen({ session, panes, overlay, outbox }: State): string {
  const own = { ...session, early: [], known: null, colouring: null }
  return JSON.stringify([own, panes, overlay, outbox], (_, value) =>
    value instanceof Set || value instanceof Map ? [...value] : value,
  )
}

/** Whether it changed something, asks for something, or says why not. */
function isNoticed(sitting: Sitting, key: string): boolean {
  sitting.state = withSession(sitting.state, { toast: null })
  sitting.taken()
  const before = seen(sitting.state)
  sitting.press(...key.split(' '))
  return sitting.taken().length > 0 || seen(sitting.state) !== before
}

/** A move has nowhere to go at an end. */
function movesAbout({ state }: Sitting, key: string): boolean {
  const meaning = meaningOf(scopesHere(state), key.split(' '), state.session.keymap)
  return meaning.type === 'command' && commandOf(meaning.binding).moves === true
}

it.each(Object.entries(places))('no key is silent: %s', (_, sit) => {
  const silent = keys.filter((key) => !movesAbout(sit(), key) && !isNoticed(sit(), key))
  expect(silent).toEqual([])
})

/** The keys of what stands on a row: of a message, an agent, a queue, a debate, and of everywhere. */
const everyday = [
  'r',
  'a',
  'c',
  'e',
  'p',
  'x',
  'X',
  'C',
  's',
  'w',
  'A',
  'D',
  'S',
  'z',
  'm',
  'M',
  'B',
  'u',
  'g f',
  'g z',
  'g s',
  'g x',
  'g !',
  'g a',
  'g p',
  'g d',
  'g w',
  'g q',
  'g u',
  'f',
  '?',
]

it.each(Object.entries(places))('a key that means nothing names the key of the help: %s', (_, sit) => {
  const untold = everyday.filter((key) => {
    const sitting = sit()
    const meaning = meaningOf(scopesHere(sitting.state), key.split(' '), sitting.state.session.keymap)
    if (meaning.type !== 'none') return false
    isNoticed(sitting, key)
    return !/\? lists the keys|works /u.test(sitting.state.session.toast?.text ?? '')
  })
  expect(untold).toEqual([])
})
