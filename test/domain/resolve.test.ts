import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../src/domain/addressing/address.ts'
import { readAddresses, resolveAddresses } from '../../src/domain/addressing/resolve.ts'
import { memberAddresses, questionFor, type Sender } from '../../src/domain/addressing/roster-question.ts'
import type { Place } from '../../src/domain/places.ts'
import { agent } from '../support/agent.ts'

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
    expect(reached('helper@swarm_dev', inside)).toEqual(['helper'])
    expect(reached('reader@swarm_dev', inside)).toEqual(['reader'])
    expect(reached('critic@swarm_dev')).toEqual(['swarm_dev/critic'])
    expect(reached('helper@swarm_dev')).toEqual(['helper'])
    expect(resolve(['reader@swarm_dev']).unknown).toEqual(['reader@swarm_dev'])
    expect(resolve(['nobody@swarm_dev', 'reader@elsewhere'], inside).unknown).toEqual([
      'nobody@swarm_dev',
      'reader@elsewhere',
    ])
  })

  test('the rig may be left out where only one has such an agent', () => {
    expect(reached('crew/max')).toEqual(['gastown/max'])
    expect(reached('polecats/nux')).toEqual(['gastown/nux'])
    for (const other of ['polecats/max', 'crew/nobody', 'crew/witness'])
      expect(resolve([other]).unknown).toEqual([other])
    const more = [...agents, agent('beads/max', { longForm: 'beads/crew/max' })]
    const ask = () =>
      resolveAddresses(readAddresses(['crew/max']), { agents: more, version: 1 }, sender, {
        hold: false,
        exclude: [],
      })
    expect(ask).toThrow(expect.objectContaining({ hint: 'Use one of agent:gastown/max, agent:beads/max.' }))
    expect(questionFor([parseAddress('crew/max')], sender).everyone).toBe(true)
  })

  test('nobody twice, and all that brought a copy', () => {
    const { recipients } = resolve(['critic', 'project:inscription', 'role:reviewer'])
    expect(recipients).toEqual([
      { address: 'critic', via: 'to', alsoVia: ['role:reviewer', 'project:inscription'] },
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
      channels: [],
      absent: [],
      ways: ['role'],
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
      hint: 'Use one of agent:reviewer, role:reviewer.',
    }),
  )
})

describe('a bare name that is a role', () => {
  const held = [
    agent('ada', { role: 'architect' }),
    agent('ben', { tags: ['role:architect'], state: 'frozen' }),
    agent('cal', { role: 'steward' }),
    agent('old', { role: 'librarian', state: 'dead' }),
    agent('gone', { role: 'gone', state: 'dead' }),
    agent('pilot', { role: 'pilot' }),
    agent('lead', { session: 'planner' }),
    agent('sub', { role: 'planner' }),
  ]
  const find = (
    written: string,
    more: readonly ReturnType<typeof agent>[] = [],
    places: readonly Place[] = [],
  ) =>
    resolveAddresses(readAddresses([written]), { agents: [...held, ...more], version: 1, places }, sender, {
      hold: false,
      exclude: [],
    })

  test.each<[string, readonly string[]]>([
    ['architect', ['ada', 'ben']],
    ['steward', ['cal']],
    ['librarian', []],
  ])('%s is that role, held by %j', (name, holders) => {
    expect(find(name)).toEqual(find(`role:${name}`))
    expect(find(name)).toMatchObject({
      recipients: holders.map((address) => ({ address, via: `role:${name}` })),
      selectors: [`role:${name}`],
      unknown: [],
    })
  })

  test('an agent that alone holds the role of its own name is one match; retired, it is nobody', () => {
    expect(find('pilot')).toMatchObject({ recipients: [{ address: 'pilot', via: 'to' }], selectors: [] })
    expect(find('gone').unknown).toEqual(['gone'])
    expect(find('gone', [agent('new', { role: 'gone' })]).selectors).toEqual(['role:gone'])
  })

  test.each<[string, readonly ReturnType<typeof agent>[], readonly Place[], string]>([
    ['architect', [agent('architect')], [], 'agent:architect, role:architect'],
    ['pilot', [agent('other', { role: 'pilot' })], [], 'agent:pilot, role:pilot'],
    ['planner', [], [], 'session:planner, role:planner'],
    ['steward', [], [{ type: 'queue', name: 'steward', status: 'active' }], 'role:steward, queue:steward'],
    [
      'architect',
      [],
      [{ type: 'group', name: 'architect', members: ['lea'] }],
      'role:architect, group:architect',
    ],
  ])('%s is ambiguous where it is not only a role', (name, more, places, spellings) => {
    expect(() => find(name, more, places)).toThrow(
      expect.objectContaining({ code: 'ambiguous', hint: `Use one of ${spellings}.` }),
    )
  })

  test('a member of a group can be a role with several holders', () => {
    const places: readonly Place[] = [{ type: 'group', name: 'ops', members: ['architect'] }]
    expect(find('group:ops', [], places)).toMatchObject({
      recipients: [{ address: 'ada' }, { address: 'ben' }],
      selectors: ['role:architect'],
    })
  })
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
    places: ['critic'],
  })
})

describe('groups, queues and channels', () => {
  const places: readonly Place[] = [
    { type: 'group', name: 'ops', members: ['critic', 'gastown/*', 'role:pilot', 'group:inner', 'nobody'] },
    { type: 'group', name: 'inner', members: ['ops', 'lea', 'critic'] },
    { type: 'group', name: 'empty', members: [] },
    { type: 'group', name: 'town', members: ['lea'] },
    { type: 'group', name: 'lonely', members: ['architect'] },
    { type: 'group', name: 'twice', members: ['lea'] },
    { type: 'queue', name: 'twice', status: 'active' },
    { type: 'queue', name: 'work', status: 'active' },
    { type: 'queue', name: 'critic', status: 'active' },
    { type: 'queue', name: 'gastown/work', status: 'active' },
    { type: 'channel', name: 'alerts', status: 'active', subscribers: ['critic', 'ghost', 'architect'] },
    { type: 'channel', name: 'silent', status: 'active', subscribers: [] },
  ]
  const find = (written: readonly string[], hold = false) =>
    resolveAddresses(readAddresses(written), { agents, version: 1, places }, sender, { hold, exclude: [] })
  const addresses = (written: string) => find([written]).recipients.map(({ address }) => address)

  test.each<[string, readonly string[]]>([
    ['group:ops', ['critic', 'gastown/max', 'gastown/nux', 'gastown/witness', 'lea']],
    ['@ops', ['critic', 'gastown/max', 'gastown/nux', 'gastown/witness', 'lea']],
    ['ops', ['critic', 'gastown/max', 'gastown/nux', 'gastown/witness', 'lea']],
    ['group:town', ['lea']],
    ['@town', ['lea']],
    ['queue:work', ['queue:work']],
    ['work', ['queue:work']],
    ['queue:gastown/work', ['queue:gastown/work']],
    ['channel:alerts', ['critic']],
    ['alerts', ['critic']],
    ['channel:silent', []],
    ['agent:critic', ['critic']],
  ])('%s reaches %j', (written, expected) => {
    expect(addresses(written)).toEqual(expected)
    expect(find([written]).unknown).toEqual([])
  })

  test('a group tells what brought each copy, what its roles keep, and who is not there', () => {
    const found = find(['group:ops'])
    expect(found.recipients[0]).toEqual({ address: 'critic', via: 'group:ops' })
    expect(found).toMatchObject({
      selectors: ['role:pilot'],
      absent: ['nobody'],
      unknown: [],
      ways: ['group'],
    })
  })

  test('a member stays who it is when a place comes to be called the same', () => {
    const same = (['group', 'queue'] as const).map((type) =>
      type === 'group'
        ? ({ type, name: 'lea', members: ['critic'] } as const)
        : ({ type, name: 'lea', status: 'active' } as const),
    )
    const known = {
      agents,
      version: 1,
      places: [{ type: 'group', name: 'crew', members: ['lea'] } as const, ...same],
    }
    const found = resolveAddresses(readAddresses(['group:crew']), known, sender, { hold: false, exclude: [] })
    expect(found.recipients).toEqual([{ address: 'lea', via: 'group:crew' }])
  })

  test('a name beside a group keeps both ways', () => {
    expect(find(['lea', 'group:ops']).recipients[0]).toEqual({
      address: 'lea',
      via: 'to',
      alsoVia: ['group:ops'],
    })
  })

  test('a channel is posted to, whoever is subscribed', () => {
    expect(find(['silent', 'channel:alerts'])).toMatchObject({
      channels: ['silent', 'alerts'],
      recipients: [{ address: 'critic', via: 'channel:alerts' }],
      ways: ['channel', 'channel'],
    })
  })

  test.each(['group:empty', 'group:lonely', 'group:gone', 'queue:gone', 'channel:gone', '@gone'])(
    '%s reaches nobody',
    (written) => expect(find([written]).unknown).toEqual([written]),
  )

  test('what is held waits for the place, or for the members that are missing', () => {
    expect(find(['group:empty', 'queue:gone'], true)).toMatchObject({ held: ['group:empty', 'queue:gone'] })
    expect(find(['group:ops'], true)).toMatchObject({ held: ['nobody'], unknown: [] })
  })

  test.each([
    ['twice', 'Use one of group:twice, queue:twice.'],
    ['critic', 'Use one of agent:critic, queue:critic.'],
  ])('%s could be several: %s', (written, hint) => {
    expect(() => find([written])).toThrow(expect.objectContaining({ code: 'ambiguous', hint }))
  })

  test('the roster is asked for their names, and for their members once they are known', () => {
    const question = questionFor(['ops', '@town', 'queue:work', 'a/b', 'agent:x'].map(parseAddress), sender)
    expect(question.places).toEqual(['ops', 'town', 'work'])
    const members = memberAddresses({ agents, version: 1, places: places.slice(0, 1) })
    expect(members.map(({ type }) => type)).toEqual(['agent', 'pattern', 'role', 'group', 'agent'])
  })
})
