import { afterAll, describe, it } from 'vitest'
import { proved } from '../support/terminal-repaint.ts'
import { leaveAll, sitDown } from '../support/terminal-world.ts'

afterAll(leaveAll)

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
]

type Stop = { readonly keys: readonly string[]; readonly shows: string | RegExp }

/** Every kind of screen and overlay, one after another. */
const tour: readonly Stop[] = [
  { keys: [], shows: /▸!! ● coo/u },
  { keys: ['j'], shows: /▸!! ● critic +Tests/u },
  { keys: ['G'], shows: /▸ - ● tester/u },
  { keys: ['g', 'g', 'j', 'Space', 'V', 'j'], shows: '3 selected' },
  { keys: ['Esc'], shows: /▸ ! ● architect/u },
  { keys: ['k', 'k', 'Enter'], shows: /▾ ○ (swarm_dev\/)?critic/u },
  { keys: ['j', 'j', 'z', 'M'], shows: /▸▹? ○ (swarm_dev\/)?critic/u },
  { keys: ['z', 'R'], shows: 'Code review' },
  { keys: ['i'], shows: 'history of' },
  { keys: ['r', 'O', 'n', ' ', 'i', 't'], shows: 'On it' },
  { keys: ['Alt-Enter'], shows: /Message +On it/u },
  { keys: ['Esc'], shows: 'Keep as a draft?' },
  { keys: ['n'], shows: /Thread · 3/u },
  { keys: ['H'], shows: 'Hand off: Tests red on main' },
  { keys: ['c', 'r', 'i'], shows: '▸ swarm_dev/critic' },
  {
    keys: ['Tab', 'Tab', 'Tab', 'x', 'C-s'],
    shows: 'Work handoff from lea to swarm_dev/critic',
  },
  { keys: ['q', 'Esc'], shows: 'Keep as a draft?' },
  { keys: ['n'], shows: /Thread · 3/u },
  { keys: ['q', '/', 's', 'c', 'h', 'e', 'm', 'a'], shows: 'Search schema' },
  { keys: ['Esc'], shows: /▸!! ○ critic/u },
  { keys: ['?'], shows: 'Keys' },
  { keys: ['G'], shows: 'This help' },
  { keys: ['q', 'z'], shows: '─ Inbox ─' },
  { keys: ['z', '1', 'j'], shows: 'Roster' },
  { keys: ['Tab', 'Tab', 'Tab', 'm'], shows: 'New message' },
]

describe.concurrent('a tour, each step of it as a repaint shows it', () => {
  it.each(sizes)('at $columns×$rows', async ({ columns, rows }) => {
    const seat = await sitDown({ columns, rows })
    for (const { keys, shows } of tour) await proved(seat, keys, shows)
  })
})
