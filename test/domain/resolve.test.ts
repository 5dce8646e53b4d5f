import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../src/domain/address.ts'
import { questionFor, readAddresses, resolveAddresses, type Sender } from '../../src/domain/resolve.ts'
import type { Agent } from '../../src/domain/roster.ts'

function agent(address: string, more: Partial<Agent> = {}): Agent {
  return {
    address,
    longForm: null,
    kind: 'agent',
    role: null,
    swarm: null,
    tags: [],
    session: null,
    pane: null,
    state: 'alive',
    registeredAt: 0,
    lastSeen: null,
    reportsTo: null,
    canComplete: false,
    watched: false,
    talksTo: [],
    budget: null,
    ...more,
  }
}

const agents = [
  agent('architect', { role: 'design' }),
  agent('critic', { tags: ['project:inscription', 'role:reviewer'], session: 's-1' }),
  agent('reader', { tags: ['project:inscription'], state: 'frozen' }),
  agent('ghost', { tags: ['project:inscription'], state: 'dead' }),
  agent('swarm_dev/critic', { role: 'reviewer' }),
  agent('swarm_dev/tester'),
  agent('helper', { swarm: 'swarm_dev' }),
  agent('lea', { kind: 'user' }),
  agent('mayor/'),
  agent('gastown/max', { longForm: 'gastown/crew/max' }),
  agent('gastown/nux', { longForm: 'gastown/polecats/nux' }),
  agent('gastown/witness'),
  agent('beads/witness'),
  agent('design-lead'),
]
const sender: Sender = { address: 'architect', swarm: null }
const resolve = (written: readonly string[], from = sender, hold = false, exclude: readonly string[] = []) =>
  resolveAddresses(readAddresses(written), { agents, version: 1 }, from, { hold, exclude })
const reached = (written: string, from = sender) =>
  resolve([written], from).recipients.map(({ address }) => address)

describe('whom an address reaches', () => {
  const living = agents.filter(({ state }) => state !== 'dead').map(({ address }) => address)
  const rows: readonly [string, readonly string[]][] = [
    ['critic', ['critic']],
    ['architect', ['architect']],
    ['agent:critic', ['critic']],
    ['swarm_dev/critic', ['swarm_dev/critic']],
    ['s-1', ['critic']],
    ['session:s-1', ['critic']],
    ['role:design', ['architect']],
    ['design', ['architect']],
    ['role:reviewer', ['critic', 'swarm_dev/critic']],
    ['project:inscription', ['critic', 'reader']],
    ['human', ['lea']],
    ['overseer', ['lea']],
    ['all', living.filter((address) => address !== 'architect')],
    ['broadcast:swarm_dev', ['swarm_dev/critic', 'swarm_dev/tester', 'helper']],
    ['*/witness', ['gastown/witness', 'beads/witness']],
    ['gastown/*', ['gastown/max', 'gastown/nux', 'gastown/witness']],
    ['gastown/crew/*', ['gastown/max']],
    ['gastown/polecats/nux', ['gastown/nux']],
    ['@town', ['mayor/']],
    ['@witnesses', ['gastown/witness', 'beads/witness']],
    ['@crew', ['gastown/max']],
    ['@polecats/gastown', ['gastown/nux']],
    ['@rig/beads', ['beads/witness']],
    ['@overseer', ['lea']],
  ]

  test.each(rows)('%s', (written, expected) => {
    expect(reached(written)).toEqual(expected)
  })

  test('a member of our swarm by its short name', () => {
    const inside = { address: 'swarm_dev/critic', swarm: 'swarm_dev' }
    expect(reached('tester', inside)).toEqual(['swarm_dev/tester'])
    expect(reached('tester@swarm_dev', inside)).toEqual(['swarm_dev/tester'])
    expect(reached('swarm_dev/helper')).toEqual(['helper'])
  })

  test('nobody twice, and what brought a copy', () => {
    const { recipients } = resolve(['critic', 'project:inscription', 'role:reviewer'])
    expect(recipients).toEqual([
      { address: 'critic', via: 'to' },
      { address: 'reader', via: 'project:inscription' },
      { address: 'swarm_dev/critic', via: 'role:reviewer' },
    ])
  })

  test('broadcasts leave out their sender and whom they exclude; names do not', () => {
    expect(resolve(['broadcast:swarm_dev'], sender, false, ['helper']).recipients).toHaveLength(2)
    expect(resolve(['architect'], sender, false, ['architect']).recipients).toHaveLength(1)
  })
})

describe('whom it does not', () => {
  test.each([
    'nobody',
    'ghost',
    'session:s-9',
    'broadcast:nowhere',
    'group:x',
    '*/nobody',
    'x@elsewhere',
    'domain:x',
  ])('%s is unknown', (written) => {
    expect(resolve([written]).unknown).toEqual([written])
  })

  test('all unknown ones are told at once', () => {
    expect(resolve(['nobody', 'critic', 'noone']).unknown).toEqual(['nobody', 'noone'])
  })

  test('a role without a holder keeps its mail', () => {
    expect(resolve(['role:pilot'])).toEqual({
      recipients: [],
      selectors: ['role:pilot'],
      held: [],
      unknown: [],
    })
  })

  test('held is kept for who comes', () => {
    expect(resolve(['nobody'], sender, true)).toMatchObject({ held: ['nobody'], unknown: [] })
  })
})

test('two that a name could mean are told with the spellings that are not doubtful', () => {
  const twins = [...agents, agent('reviewer')]
  const ask = () =>
    resolveAddresses(readAddresses(['reviewer']), { agents: twins, version: 1 }, sender, {
      hold: false,
      exclude: [],
    })
  expect(ask).toThrow(
    expect.objectContaining({
      code: 'ambiguous',
      hint: 'Write one of agent:reviewer, role:reviewer.',
    }),
  )
})

test('the roster is asked only what the addresses need', () => {
  const question = questionFor(['critic', 'role:x', 'project:y'].map(parseAddress), sender)
  expect(question).toEqual({
    names: ['critic'],
    roles: ['critic', 'x'],
    tags: ['project:y'],
    swarms: [],
    people: false,
    everyone: false,
  })
})
