import { describe, expect, it } from 'vitest'
import { idOf, keymap } from '../../../src/faces/tui/commands/index.ts'
import { editorText } from '../../../src/faces/tui/compose/editor/editor-state.ts'
import { meaningOf, meantOf } from '../../../src/faces/tui/keymap.ts'
import { agentHere, scopesHere } from '../../../src/faces/tui/panes/inbox/scopes.ts'
import { isCovered } from '../../../src/faces/tui/state.ts'
import { sitAtBoard } from '../../support/tui-fleet.ts'
import { message, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'
import { openDebate, sitAtDebates, sitAtQueues, sitAtTasks } from '../../support/tui-work.ts'

const inbox = () => sitBefore(rowIds(3).map((id) => row(id)))
const places: readonly { readonly name: string; readonly sit: () => Sitting; readonly isOver: boolean }[] = [
  { name: 'the roster', sit: () => inbox().press('1'), isOver: false },
  { name: 'the inbox', sit: inbox, isOver: false },
  {
    name: 'a thread',
    sit: () =>
      inbox()
        .press('Enter')
        .answerThread([message('M001')]),
    isOver: false,
  },
  { name: 'the board of the fleet', sit: () => sitAtBoard().press('j'), isOver: true },
  { name: "an agent's page", sit: () => sitAtBoard().press('j', 'Enter'), isOver: true },
  { name: 'the board of debates', sit: () => sitAtDebates().press('j'), isOver: true },
  { name: 'the board of tasks', sit: () => sitAtTasks().press('j'), isOver: true },
  { name: 'the board of queues', sit: () => sitAtQueues().press('l'), isOver: true },
  { name: 'a debate', sit: () => openDebate(sitAtDebates()), isOver: true },
  { name: 'metrics', sit: () => inbox().press('M'), isOver: true },
  { name: 'a timeline', sit: () => inbox().press('T'), isOver: true },
]
const everywhere = keymap.filter(({ scope }) => scope === 'everywhere')
/** These may have nothing to do where one is. */
const isIdle =
  /^(?:pane-(?:roster|inbox|thread)|back|open|down|up|top|end|half-(?:up|down)|page-(?:up|down)|usual-size)$/u

describe('a key of everywhere', () => {
  const walk = places.flatMap((place) =>
    everywhere.map((binding) => ({ ...place, binding, of: binding.name })),
  )

  it.each(walk)('$of works in $name', ({ sit, binding, isOver }) => {
    const sitting = sit()
    const before = sitting.state
    const [first = ''] = binding.keys
    const typed = first.split(' ')
    // The place may have an own meaning for it.
    const meaning = meaningOf(scopesHere(before), typed, before.session.keymap)
    expect(meaning.type).toBe('command')
    if (meaning.type !== 'command' || idOf(meaning.binding) !== idOf(binding)) return
    sitting.effects.length = 0
    sitting.press(...typed)
    const { state, effects } = sitting
    const isDone = effects.length > 0 || JSON.stringify(shown(state)) !== JSON.stringify(shown(before))
    expect(isDone || isIdle.test(binding.name)).toBe(true)
    const isStillOver = isOver && (isCovered(state) || state.overlay.type === 'sheet')
    // What is not seen stays as it is.
    if (isStillOver) expect(hidden(state)).toEqual(hidden(before))
  })

  it('goes to another board, from each of them', () => {
    const views = { B: 'fleet', gd: 'debates', gw: 'tasks', gq: 'queues' } as const
    const found = places.flatMap(({ name, sit }) =>
      Object.entries(views).map(([keys, view]) => {
        const { state } = sit().press(...keys)
        const { board } = state.panes
        const isAt = board === null ? view === 'fleet' : board.name === view
        return isAt && state.overlay.type === 'none' ? '' : `${keys} at ${name}`
      }),
    )
    // The board closes by its own key.
    expect(found.filter((one) => one !== '')).toEqual([])
  })

  it('writes to the agent that the row of a board is about', () => {
    const sitting = sitAtBoard().press('j')
    const agent = agentHere(sitting.state)
    expect(addressees(sitting.press('m'))).toBe(agent)
    expect(addressees(sitAtTasks().press('m'))).toBe('coo')
    expect(addressees(sitAtDebates().press('m'))).toBe('')
  })

  it('is told beside the keys of the board, which go first', () => {
    const { state } = sitAtBoard()
    const keys = meantOf(scopesHere(state), keymap).flatMap((binding) => binding.keys)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })
})

function shown({ session, panes, overlay }: Sitting['state']) {
  return { ...session, pending: [], early: [], panes, overlay }
}

function hidden({ panes: { focus, list, zoomed, threaded } }: Sitting['state']) {
  return { focus, source: list.source, selected: list.selected, zoomed, threaded }
}

function addressees({ state: { overlay } }: Sitting): string {
  if (overlay.type !== 'form') return '-'
  const to = overlay.form.fields.find(({ name }) => name === 'to')
  return to === undefined ? '-' : editorText(to.editor)
}
