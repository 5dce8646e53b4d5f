import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../src/domain/settings/settings.ts'
import { settingsOf as readLazily, type SettingsFile } from '../src/settings.ts'

/** Every section, as a copy reads them. */
const settingsOf = (files: readonly SettingsFile[]) => ({ ...readLazily(files) })

const store = (text: string) => ({ path: 'store', text, own: false })
const user = (text: string) => ({ path: 'user', text, own: true })
const day = 86_400_000

test('without a word everything is as usual', () => {
  expect(settingsOf([])).toEqual(defaultSettings)
  expect(settingsOf([store(''), user('# nothing')])).toEqual(defaultSettings)
})

test('every setting that has a meaning is read', () => {
  const text = `durability: full
archive:
  beyond: 50
mailbox:
  base_dir: .cccc/mailbox
  archive_after: 24h
  max_queue_size: 100
  max_rounds_per_topic: 4
  deadlock_threshold: 2
  escalate_on_deadlock: false
  escalate_topics:
    - security
    - breaking_changes
  evidence_required:
    for_claims: optional
    for_counters: required
    minimum_strength: strong
orchestration:
  consensus_threshold: 0.75
  max_debate_rounds: 9
budgets: # messages an hour
  polecat: 1
  "crew lead": 20
loop_cap: 6
sender_cap: 0
trusted_proxies: [10.0.0.5, "::1"]
peers_may_write_to_people: true
patrol:
  silent_after: 90s
  overdue_after: 2d
redispatch:
  promote_after: 1
  promote_to: gastown/crew/max
swarm:
  name: dev
  entrypoint: architect
  description: Reviews and repairs
  keywords: [tests, reviews]
  public: true
  max_steps: 40
  breakpoint_tools: [approve]
  supervisors:
    - architect
theme: high-contrast
notices: osc777
mouse: on
motion: reduced
open: owed-to-me
threads: on
after_archive: next
column_heads: on
tabs: off
roster_by: state
edit_headers: off
reservations: refuse
`
  expect(settingsOf([store(text)])).toEqual({
    swarm: 'dev',
    reservations: 'refuse',
    durability: 'full',
    archive: { beyond: 50 },
    mailbox: { baseDir: '.cccc/mailbox', archiveAfter: day, maxQueueSize: 100 },
    wake: 'urgent',
    commands: [],
    budgets: { polecat: 1, 'crew lead': 20 },
    debate: {
      consensusThreshold: 0.75,
      mostRounds: 4,
      deadlockThreshold: 2,
      evidence: { forClaims: 'optional', forCounters: 'required', minimumStrength: 'strong' },
      escalateOnDeadlock: false,
      escalateTopics: ['security', 'breaking_changes'],
    },
    types: [],
    handoffs: [],
    handlers: {},
    patrol: { silentAfter: 90_000, overdueAfter: 2 * day },
    loops: { exchanged: 6, sent: null },
    redispatch: { promoteAfter: 1, promoteTo: 'gastown/max' },
    serving: {
      entrypoint: 'architect',
      description: 'Reviews and repairs',
      keywords: ['tests', 'reviews'],
      public: true,
      maxSteps: 40,
      breakpointTools: ['approve'],
      supervisors: ['architect'],
    },
    programs: { editor: null, opener: null },
    screen: {
      theme: 'high-contrast',
      themes: [],
      notices: 'osc777',
      mouse: true,
      motion: 'reduced',
      open: 'owed-to-me',
      accessible: false,
      threads: true,
      afterArchive: 'next',
      columnHeads: 'on',
      tabs: 'off',
      rosterBy: 'state',
      replies: {},
      editHeaders: false,
    },
    server: { trustedProxies: ['10.0.0.5', '::1'], peersMayWriteToPeople: true },
    approvals: { on: false, wait: null, confirm: false, key: null },
    notify: defaultSettings.notify,
    agentsMayActForMe: false,
    allowNetworkFilesystem: false,
  })
})

test("types of protocol mail and their handlers are read, the handlers from one's own file alone", () => {
  const types =
    'types:\n  DEPLOY_DONE:\n    fields: [Service*, Version]\n    route: [ops/, mayor/]\n    kind: notification\n'
  const handlers = 'handlers:\n  DEPLOY_DONE: [./deployed, --now]\n'
  const settings = settingsOf([store(types), user(handlers)])
  expect(settings.types).toMatchObject([
    {
      name: 'DEPLOY_DONE',
      prefix: 'DEPLOY_DONE',
      route: ['ops/', 'mayor/'],
      kind: 'notification',
      priority: 'normal',
    },
  ])
  expect(settings.handlers).toEqual({ DEPLOY_DONE: ['./deployed', '--now'] })
  expect(() => settingsOf([store(handlers)])).toThrow('store:1: handlers names programs to start')
})

test("agents may act in a person's name where the person's own file says so, and no other", () => {
  expect(settingsOf([user('agents_may_act_for_me: true')]).agentsMayActForMe).toBe(true)
  expect(() => settingsOf([store('agents_may_act_for_me: true'), user('')])).toThrow(
    "store:1: agents_may_act_for_me lets agents act for a person, so a store's settings may not contain it.",
  )
})

test('a section that says how decisions are confirmed turns them on, in a person’s own file alone', () => {
  const text = 'approvals:\n  confirm: ssh-agent\n  key: /home/lea/.ssh/id.pub'
  expect(settingsOf([user(text)]).approvals).toEqual({
    on: true,
    wait: null,
    confirm: true,
    key: '/home/lea/.ssh/id.pub',
  })
  expect(() => settingsOf([store(text)])).toThrow("so a store's settings may not contain it.")
})

test("a person's own file alone lets decisions reach agents", () => {
  expect(settingsOf([user('approvals: on\napprovals_wait: 2m')]).approvals).toEqual({
    on: true,
    wait: 120_000,
    confirm: false,
    key: null,
  })
  expect(settingsOf([user('approvals_wait: 3h')]).approvals).toMatchObject({ on: false, wait: 540_000 })
  for (const text of ['approvals: on', 'approvals_wait: 1m'])
    expect(() => settingsOf([store(text), user('')])).toThrow("so a store's settings may not contain it.")
})

test("only the user's own file allows a network file system", () => {
  expect(settingsOf([user('allow_network_filesystem: true')]).allowNetworkFilesystem).toBe(true)
  expect(() => settingsOf([store('allow_network_filesystem: true')])).toThrow(
    "store:1: allow_network_filesystem depends on one machine, so a store's settings may not contain it.",
  )
})

test("the store's word counts before the user's, setting by setting", () => {
  const settings = settingsOf([
    store('archive:\n  beyond: 5\nbudgets:\n  a: 1'),
    user('durability: full\narchive:\n  beyond: 7\nbudgets:\n  a: 2\n  b: 3'),
  ])
  expect(settings).toEqual({
    ...defaultSettings,
    durability: 'full',
    archive: { beyond: 5 },
    commands: [],
    budgets: { a: 1, b: 3 },
  })
})

test('what other parts read is taken by its name', () => {
  expect(settingsOf([store('keys:\n')])).toEqual(defaultSettings)
})

test("CCCC's folder is one of the project", () => {
  const said = (path: string) => settingsOf([store(`mailbox:\n  base_dir: ${path}`)]).mailbox.baseDir
  expect(said('.cccc/mailbox')).toBe('.cccc/mailbox')
  for (const path of ['/etc', '~/mail', '../mail', 'a/../../b'])
    expect(() => said(path)).toThrow(expect.objectContaining({ code: 'usage' }))
})

describe("themes of the person's own", () => {
  const block = `theme: night
themes:
  night:
    base: dark
    accent: "#5FAFFF"
    urgent: bright-red
    selected: "#303050"
    frame: '#4a4a4a'
  paper:
    base: light
  plain-16:
    base: 16
    link: blue
`

  test('are read with their colours, and chosen by name, wherever their block is', () => {
    const { screen } = settingsOf([store('theme: paper'), user(block)])
    expect(screen.theme).toBe('paper')
    expect(settingsOf([user(block)]).screen.theme).toBe('night')
    expect(screen.themes).toEqual([
      {
        name: 'night',
        base: 'dark',
        colours: { accent: '#5fafff', urgent: 'bright-red', selected: '#303050', frame: '#4a4a4a' },
      },
      { name: 'paper', base: 'light', colours: {} },
      { name: 'plain-16', base: '16', colours: { link: 'blue' } },
    ])
  })

  test("count in the person's own file alone", () => {
    expect(() => settingsOf([store(block), user('')])).toThrow(
      "store:2: themes could hide text, so a store's settings may not contain it.",
    )
  })

  const own = (lines: string) => `themes:\n  mine:\n    ${lines.replaceAll('; ', '\n    ')}`
  test.each<readonly [string, string, string]>([
    ['theme: gloom', 'user:1: theme is gloom.', 'dark or light or high-contrast or 16-colours.'],
    [`theme: gloom\n${own('base: dark')}`, 'user:1: theme is gloom.', '16-colours or mine.'],
    ['theme: [dark]', 'user:1: theme is a list.', 'It must be'],
    ['themes: dark', 'user:1: themes is a block of settings, not one value.', 'Write its settings below it'],
    ['themes:\n  Mine:\n    base: dark', 'user:2: themes.Mine: invalid name of a theme.', 'my-dark'],
    ['themes:\n  light:\n    base: dark', 'user:2: themes.light: light is a built-in theme.', 'another name'],
    [own('accent: red'), 'user:2: themes.mine has no base.', 'Set base: to dark, light, 16'],
    [own('base: solarized'), 'user:3: themes.mine.base is solarized.', 'dark, light, 16'],
    [own('base: dark; acent: red'), 'user:4: unknown setting themes.mine.acent.', 'base, accent, link'],
    [
      own('base: dark; accent: orange'),
      'user:4: themes.mine.accent is orange.',
      '"#5fafff", or one of black, red',
    ],
    [own('base: dark; accent: "#fff"'), 'user:4: themes.mine.accent is #fff.', '"#5fafff"'],
    [own('base: dark; accent: #5fafff'), 'user:4: themes.mine.accent is empty.', 'in quotes: "#5fafff"'],
    [
      own('base: dark; dim: "#303030"'),
      'user:4: themes.mine.dim is #303030: its contrast with the dark background (#1e1e1e) is 1.2.',
      'It must be at least 3. Choose a lighter colour.',
    ],
    [
      own('base: light; person: "#ffd7af"'),
      'themes.mine.person is #ffd7af: its contrast with the light background (#ffffff) is 1.3.',
      'Choose a darker colour.',
    ],
    [own('base: dark; good: black'), 'themes.mine.good is black: its contrast', 'at least 1.5'],
    [own('base: light; frame: "#f0f0f0"'), 'themes.mine.frame is #f0f0f0: its contrast', 'at least 1.5'],
    [
      own('base: dark; urgent: "#bf616a"'),
      'themes.mine.urgent is #bf616a: its contrast with rows that are selected (#005f87) is 1.7.',
      'at least 2. Choose a lighter colour.',
    ],
    [
      own('base: dark; selected: "#c0c0c0"'),
      'themes.mine.selected is #c0c0c0: its contrast with the text of the row (#eeeeee) is 1.5.',
      'at least 4.5. Choose a darker colour.',
    ],
    [
      own('base: light; selected_elsewhere: "#fdfdfd"'),
      'themes.mine.selected_elsewhere is #fdfdfd: its contrast with the light background',
      'at least 1.2. Choose a darker colour.',
    ],
    [own('base: 16; selected: blue'), 'the base 16 inverts the selected row.', 'Set base: to dark or light'],
  ])('%j is refused', (text, message, hint) => {
    const read = () => settingsOf([user(text)])
    expect(read).toThrow(message)
    expect(read).toThrow(expect.objectContaining({ code: 'usage', hint: expect.stringContaining(hint) }))
  })

  test('a darker selected row lets darker colours be read', () => {
    const text = own('base: dark; urgent: "#bf616a"; selected: "#2e3440"')
    expect(settingsOf([user(text)]).screen.themes).toHaveLength(1)
  })
})

describe('what is wrong is told with file and line, and what to write instead', () => {
  test.each<readonly [string, string, string]>([
    ['durabilty: full', 'store:1: unknown setting durabilty.', 'Did you mean durability?'],
    ['archive:\n  beyund: 1', 'store:2: unknown setting archive.beyund.', 'Did you mean beyond?'],
    ['durability: fast', 'store:1: durability is fast.', 'It must be normal or full.'],
    ['durability:', 'store:1: durability is empty.', 'It must be normal or full.'],
    ['archive:\n  beyond: -1', 'store:2: archive.beyond is -1.', 'It must be a whole number.'],
    ['archive:\n  beyond: [1]', 'store:2: archive.beyond is a list.', 'It must be a whole number.'],
    [
      'mailbox:\n  archive_after: soon',
      'store:2: mailbox.archive_after is soon.',
      'It must be a duration such as 90s, 15m, 4h or 7d.',
    ],
    [
      'orchestration:\n  consensus_threshold: 80',
      'store:2: orchestration.consensus_threshold is 80.',
      'It must be a number between 0 and 1, such as 0.8.',
    ],
    [
      'mailbox:\n  deadlock_threshold: 0',
      'store:2: mailbox.deadlock_threshold is 0.',
      'a whole number above 0',
    ],
    [
      'mailbox:\n  escalate_on_deadlock: maybe',
      'store:2: mailbox.escalate_on_deadlock is maybe.',
      'true or false',
    ],
    [
      'mailbox:\n  evidence_required:\n    for_counter: required',
      'store:3: unknown setting mailbox.evidence_required.for_counter.',
      'Did you mean for_counters?',
    ],
    ['types:\n  deploy:\n    route: x', 'store:2: types.deploy: invalid name of a type.', 'Use capitals'],
    ['types:\n  A_B:\n    roote: x', 'store:3: unknown setting types.A_B.roote.', 'prefix, fields, route'],
    ['types:\n  A_B:\n    kind: x', 'store:3: unknown kind x.', 'Use one of request'],
    ['archive: 5', 'store:1: archive is a block of settings, not one value.', 'Write its settings below it'],
    ['budgets:\n  polecat: few', 'store:2: budgets.polecat is few.', 'It must be a whole number.'],
    [
      'redispatch:\n  promote_to: a b',
      'store:2: redispatch.promote_to is a b.',
      "It must be an agent's address such as gastown/crew/max.",
    ],
    ['swarm: two words', 'store:1: swarm is two words.', 'It must be one word such as swarm_dev'],
    ['swarm: all', 'store:1: swarm is all.', 'that has no other meaning'],
    ['swarm:\n  name: System', 'store:2: swarm.name is System.', 'that has no other meaning'],
    ['swarm:\n  name: two words', 'store:2: swarm.name is two words.', 'It must be one word'],
    ['swarm:\n  public: perhaps', 'store:2: swarm.public is perhaps.', 'It must be true or false'],
    ['constructor: 1', 'store:1: unknown setting constructor.', 'The settings here are'],
    ['editor: rm -rf', 'store:1: editor names a program to start', 'your own config.yaml'],
  ])('%s', (text, message, hint) => {
    const read = () => settingsOf([store(text), user('')])
    expect(read).toThrow(message)
    expect(read).toThrow(expect.objectContaining({ code: 'usage', hint: expect.stringContaining(hint) }))
  })

  test("programs to start are the user's own to name", () => {
    const { programs } = settingsOf([user('editor: code --wait\nopener: [w3m, -o, a b]')])
    expect(programs).toEqual({ editor: ['code', '--wait'], opener: ['w3m', '-o', 'a b'] })
    expect(() => settingsOf([store('opener: curl')])).toThrow('opener names a program to start')
  })
})

describe('a mistake in one section', () => {
  test.each([
    [
      'a value',
      'patrol:\n  silent_after: soon\nbudgets:\n  polecat: 3',
      'user:2: patrol.silent_after is soon',
    ],
    [
      'a name within',
      'patrol:\n  silent_afer: 5m\nbudgets:\n  polecat: 3',
      'unknown setting patrol.silent_afer',
    ],
    [
      'the name of the section',
      'patrl:\n  silent_after: 5m\nbudgets:\n  polecat: 3',
      'unknown setting patrl',
    ],
  ])('%s stops only what needs it', (_, text, message) => {
    const settings = readLazily([user(text)])
    expect(settings.budgets).toEqual({ polecat: 3 })
    expect(settings.durability).toBe('normal')
    for (const _time of [1, 2]) expect(() => settings.patrol).toThrow(message)
  })

  test('a name that is like no section stops everything, and so does what is no YAML', () => {
    expect(() => readLazily([user('zzzzzzzz: 1')])).toThrow('unknown setting zzzzzzzz')
    expect(() => readLazily([user('a: [')])).toThrow('user:1')
  })

  test("what may only be in one's own file stops what asks for it in a store's", () => {
    const settings = readLazily([store('handlers:\n  X: [sh]'), user('')])
    expect(settings.patrol.silentAfter).toBeGreaterThan(0)
    expect(() => settings.handlers).toThrow('names programs to start')
  })

  test('the keys belong to the screen, the server to the swarm', () => {
    const settings = readLazily([user('kes:\n  a: b\nsrve:\n  port: 1')])
    expect(() => settings.screen).toThrow('unknown setting kes')
    expect(() => settings.serving).toThrow('unknown setting srve')
    expect(settings.mailbox).toEqual(defaultSettings.mailbox)
  })
})
