import { describe, expect, it } from 'vitest'
import { commands, idOf, keymap } from '../../../src/faces/tui/commands/index.ts'
import { perform } from '../../../src/faces/tui/commands/perform.ts'
import {
  bindingsOf,
  loopScopes,
  meaningOf,
  overlayScopes,
  paneScopes,
  type Scope,
  scopes,
} from '../../../src/faces/tui/keymap.ts'
import { paneNames, withPanes } from '../../../src/faces/tui/state.ts'
import { keyLabel } from '../../../src/faces/tui/terminal/key-event.ts'
import { loadOperation } from '../../../src/operations/catalogue.ts'
import { sitAtBoard } from '../../support/tui-fleet.ts'
import { keyOf, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'
import { openDebate, sitAtDebates, sitAtQueues, sitAtTasks } from '../../support/tui-work.ts'

const extra = ['queue', 'channel', 'group', 'agent', 'mailbox', 'debated', 'found', 'saved'] as const
/** Every pane, alone and with each thing that may be listed. */
type Place = { readonly name: string; readonly active: readonly Scope[] }
const places: readonly Place[] = [
  ...paneNames.map((pane) => ({ name: pane, active: paneScopes[pane] })),
  { name: 'inbox on a loop', active: loopScopes },
  ...overlayScopes.map((scope) => ({
    name: scope,
    active: [scope],
  })),
  ...paneNames.flatMap((pane) =>
    extra.map((scope) => ({ name: `${pane} on a ${scope}`, active: [scope, ...paneScopes[pane]] })),
  ),
]

function sitIn(place: string): Sitting {
  switch (place) {
    case 'fleet':
      return sitAtBoard().press('j')
    case 'agent-page':
      return sitAtBoard().press('j', 'Enter')
    case 'debates':
      return sitAtDebates().press('j')
    case 'tasks':
      return sitAtTasks().press('j')
    case 'queues':
      return sitAtQueues().press('l')
    case 'debate':
      return openDebate(sitAtDebates())
    default:
      return sitBefore(rowIds(3).map((id) => row(id)))
  }
}

/** These may have nothing to do in the middle of a plain inbox. */
const isIdle = ['pane-inbox', 'pane-roster', 'pane-thread', 'back', 'open', 'down', 'up', 'end', 'top']

describe('the table of keys', () => {
  it.each(places)('says each key once in $name', ({ active }) => {
    const keys = bindingsOf(active, keymap).flatMap((binding) => binding.keys)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it.each(places)('lets no key of $name hide the beginning of a longer one', ({ active }) => {
    const keys = bindingsOf(active, keymap).flatMap((binding) => binding.keys)
    expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key} `)))).toEqual([])
  })

  it('spells keys as the terminal tells them', () => {
    const single = keymap.flatMap(({ keys }) => keys.flatMap((key) => key.split(' ')))
    expect(single.filter((label) => keyLabel(keyOf(label)) !== label)).toEqual([])
  })

  it.each(places)('runs every command of $name, or says why not', ({ name, active }) => {
    const { state } = sitIn(name)
    const pane = paneNames.find((one) => name.startsWith(one)) ?? 'inbox'
    for (const binding of bindingsOf(active, keymap)) {
      const [next, ...effects] = perform(withPanes(state, { focus: pane }), idOf(binding))
      expect(next !== state || effects.length > 0 || isIdle.includes(binding.name), idOf(binding)).toBe(true)
    }
  })

  it.each(commands.filter(({ operation }) => operation !== undefined))(
    'refuses $name to a read-only screen if its operation writes',
    async ({ operation, writes }) => {
      if (operation === undefined) throw new Error('filtered')
      const { access } = await loadOperation(operation)
      expect(writes ?? false).toBe(access === 'write' && operation !== 'jump')
    },
  )

  it('has a scope for each binding that some place uses', () => {
    const used = new Set(keymap.map(({ scope }) => scope))
    const active = new Set(
      places.flatMap(({ active }) => bindingsOf(active, keymap).map(({ scope }) => scope)),
    )
    expect([...used].filter((scope) => !active.has(scope))).toEqual([])
    expect(scopes).toEqual(expect.arrayContaining([...used]))
  })

  it.each([
    { typed: ['g'], meaning: 'prefix' },
    { typed: ['g', 'g'], meaning: 'command' },
    { typed: ['g', 'k'], meaning: 'none' },
    { typed: ['j'], meaning: 'command' },
    { typed: ['C-x'], meaning: 'none' },
  ])('reads $typed as $meaning', ({ typed, meaning }) => {
    expect(meaningOf(paneScopes.inbox, typed, keymap).type).toBe(meaning)
  })

  it('shows the keys of a sequence while it is not whole, and gives it up on any other', () => {
    const sitting = sitBefore(rowIds(3).map((id) => row(id))).press('g')
    expect(sitting.state.session.pending).toEqual(['g'])
    expect(sitting.press('Esc').state.session.pending).toEqual([])
    expect(sitting.state.panes.focus).toBe('inbox')
  })
})
