import { describe, expect, it } from 'vitest'
import {
  bindingsOf,
  keymap,
  meaningOf,
  type Place,
  paneScopes,
  scopes,
} from '../../../src/faces/tui/keymap.ts'
import { perform } from '../../../src/faces/tui/perform.ts'
import { type Pane, panes } from '../../../src/faces/tui/state.ts'
import { keyLabel } from '../../../src/faces/tui/terminal/key-label.ts'
import { keyOf, row, rowIds, sitBefore } from '../../support/tui-state.ts'

const extra = ['queue', 'channel', 'group', 'agent', 'found', 'saved'] as const
/** Every pane, alone and with each thing that may be listed. */
const places = [
  ...[...panes, 'help' as const].map((place) => ({ name: place, place: place as Place })),
  { name: 'sheet', place: ['sheet'] as Place },
  { name: 'choice', place: ['choice'] as Place },
  ...panes.flatMap((pane) =>
    extra.map((scope) => ({ name: `${pane} on a ${scope}`, place: [scope, ...paneScopes[pane]] as Place })),
  ),
]

describe('the table of keys', () => {
  it.each(places)('says each key once in $name', ({ place }) => {
    const keys = bindingsOf(place).flatMap((binding) => binding.keys)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it.each(places)('lets no key of $name hide the beginning of a longer one', ({ place }) => {
    const keys = bindingsOf(place).flatMap((binding) => binding.keys)
    expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key} `)))).toEqual([])
  })

  it('spells keys as the terminal tells them', () => {
    const single = keymap.flatMap(({ keys }) => keys.flatMap((key) => key.split(' ')))
    expect(single.filter((label) => keyLabel(keyOf(label)) !== label)).toEqual([])
  })

  it.each(places)('carries out every intent of $name', ({ place }) => {
    const { state } = sitBefore(rowIds(3).map((id) => row(id)))
    const at = panes.some((pane) => pane === place) ? { ...state, focus: place as Pane } : state
    for (const { intent } of bindingsOf(place)) {
      const [next] = perform(at, intent)
      expect(next, JSON.stringify(intent)).toBeDefined()
    }
  })

  it('has a scope for each binding that some place uses', () => {
    const used = new Set(keymap.map(({ scope }) => scope))
    const active = new Set(places.flatMap(({ place }) => bindingsOf(place).map(({ scope }) => scope)))
    expect([...used].filter((scope) => !active.has(scope))).toEqual([])
    expect(scopes).toEqual(expect.arrayContaining([...used]))
  })

  it.each([
    { typed: ['g'], meaning: 'prefix' },
    { typed: ['g', 'g'], meaning: 'intent' },
    { typed: ['g', 'x'], meaning: 'none' },
    { typed: ['j'], meaning: 'intent' },
    { typed: ['C-x'], meaning: 'none' },
  ])('reads $typed as $meaning', ({ typed, meaning }) => {
    expect(meaningOf('inbox', typed).type).toBe(meaning)
  })

  it('shows the keys of a sequence while it is not whole, and gives it up on any other', () => {
    const sitting = sitBefore(rowIds(3).map((id) => row(id))).press('g')
    expect(sitting.state.pending).toEqual(['g'])
    expect(sitting.press('Esc').state.pending).toEqual([])
    expect(sitting.state.focus).toBe('inbox')
  })
})
