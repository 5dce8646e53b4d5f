import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk, personAt } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic', 'architect', 'swarm_dev/tester'])
  desk.batch([{ command: 'agents register', input: { agent: 'scribe', role: 'writer' } }])
})
afterAll(() => desk.close())

const send = (...args: readonly string[]) => desk.json('send', ...args, '--as', 'architect')

describe('exit codes', () => {
  const rows: readonly [string, readonly string[], number, string][] = [
    ['done', ['inbox', 'critic'], 0, ''],
    ['nothing to hand over', ['next', '--as', 'scribe'], 1, 'nothing'],
    ['nothing to undo', ['undo', '--as', 'scribe'], 1, 'nothing'],
    ['no such command', ['sned', 'critic'], 2, 'usage'],
    ['no such flag', ['inbox', '--unraed'], 2, 'usage'],
    ['a wrong word', ['send', 'critic', '-p', 'asap'], 2, 'usage'],
    ['a missing input', ['send'], 2, 'usage'],
    ['a missing value', ['send', 'critic', '-s'], 2, 'usage'],
    ['too many words', ['count', 'critic', 'architect'], 2, 'usage'],
    ['too large a page', ['inbox', '--limit', '501'], 2, 'usage'],
    ['no such message', ['read', 'Q8Y7X'], 3, 'not-found'],
    ['no such agent', ['inbox', 'critc'], 3, 'not-found'],
    ['no such recipient', ['send', 'critc', '-s', 'x'], 3, 'unknown-recipient'],
    ['an actor that is not registered', ['inbox', '--as', 'stranger'], 3, 'not-found'],
    ['an address that reaches nobody', ['resolve', 'critc'], 3, 'unknown-recipient'],
    ['a role that nobody holds yet', ['resolve', 'role:pilot'], 0, ''],
    ['a life of no length', ['send', 'critic', '-s', 'x', '--ttl', '0s'], 2, 'usage'],
    ['no such store', ['inbox', '--store', '/nowhere/at/all'], 3, 'no-store'],
    ['a forbidden move', ['restore', 'MAIL', '--of', 'critic'], 4, 'conflict'],
    ['acting as the system', ['inbox', '--as', 'system'], 7, 'not-allowed'],
  ]

  test.each(rows)('%s', (_, args, code, word) => {
    const mail = (): string => send('critic', '-s', 'Subject').id
    const done = desk.run([...args.map((arg) => (arg === 'MAIL' ? mail() : arg)), '--json'])
    expect(done.code, done.err).toBe(code)
    if (word === '') return
    expect(done.out).toBe('')
    const { error } = JSON.parse(done.err) as Answer
    expect(Object.keys(error)).toEqual(['code', 'message', 'hint'])
    expect(error.code).toBe(word)
    expect(done.err.trim().split('\n')).toHaveLength(1)
  })

  test('some of several', () => {
    const { id } = send('critic', '-s', 'Subject')
    const done = desk.run(['archive', id, 'Q8Y7X', '--as', 'critic', '--json'])
    expect(done.code).toBe(8)
    const value = JSON.parse(done.out) as Answer
    expect(value.messages.map((message: Answer) => message.status)).toEqual(['archived'])
    expect(value.problems).toMatchObject([{ id: 'Q8Y7X', error: { code: 'not-found' } }])
    expect(done.err).toContain('not-found')
  })

  test('some of several addresses', () => {
    const done = desk.run(['resolve', 'critic', 'critc', '--json'])
    expect(done.code).toBe(8)
    expect(JSON.parse(done.out)).toMatchObject({ recipients: [{ address: 'critic' }], unknown: ['critc'] })
    expect(JSON.parse(done.err)).toMatchObject({ error: { code: 'unknown-recipient' } })
  })

  test('each way by which several addresses reach one agent', () => {
    const written = ['resolve', 'role:writer', 'scribe', 'architect']
    expect(desk.run(written).out).toMatch(/^ *scribe +by role:writer\n *architect *\n$/u)
    expect(desk.json(...written).recipients).toEqual([
      { address: 'scribe', via: 'to', alsoVia: ['role:writer'] },
      { address: 'architect', via: 'to' },
    ])
    expect(desk.run(['resolve', 'role:writer', 'all']).out).toContain('by role:writer, all')
  })

  test('a file that is no store is damaged', () => {
    const broken = join(desk.folder, 'broken')
    mkdirSync(broken)
    writeFileSync(
      join(broken, 'mail.db'),
      'This is no database at all, only text of some length.'.repeat(100),
    )
    expect(desk.run(['inbox', '--store', broken]).code).toBe(6)
  })

  test('for people an error is a sentence and a hint', () => {
    const { err } = desk.run(['send', 'critc', '-s', 'x', '--as', 'architect'])
    expect(err).toBe(
      'watchpost: There is no agent critc; nothing was sent.\n  Did you mean critic? To keep mail for a recipient who is not registered yet, add --hold.\n',
    )
  })
})

describe('sending', () => {
  test('to a retired agent, or to nobody at all, says so', () => {
    desk.json('agents', 'register', 'old')
    desk.json('agents', 'retire', 'old')
    expect(desk.run(['send', 'old', '-s', 'x'])).toMatchObject({
      code: 3,
      err: 'watchpost: old is retired; nothing was sent.\n  To bring an agent back, run `watchpost agents resume old`. To keep mail for a recipient who is not registered yet, add --hold.\n',
    })
    expect(desk.run(['send', 'project:none', '-s', 'x']).err).toContain('project:none has no recipients')
  })

  test('to an unknown recipient among known ones stores nothing', () => {
    const before = desk.json('inbox', 'critic', '--all').messages.length
    const { code, err } = desk.run(['send', 'critic', 'nobody', 'architekt', '-s', 'x', '--as', 'scribe'])
    expect(code).toBe(3)
    expect(err).toContain('nobody or architekt')
    expect(err).toContain('architect')
    expect(desk.json('inbox', 'critic', '--all').messages).toHaveLength(before)
  })

  test('with a key happens once, whatever is tried again', () => {
    const args = ['critic', '-s', 'Nightly', '-b', 'green', '--key', 'nightly-1']
    const first = send(...args)
    const again = send(...args)
    expect(first.duplicate).toBe(false)
    expect(again).toMatchObject({ id: first.id, duplicate: true })
    expect(desk.run(['send', 'critic', '-s', 'Other', '--key', 'nightly-1', '--as', 'architect']).code).toBe(
      4,
    )
    expect(desk.json('send', 'critic', '-s', 'Mine', '--key', 'nightly-1', '--as', 'scribe').duplicate).toBe(
      false,
    )
  })

  test('says who stands behind the name', () => {
    const { id } = send('critic', '-s', 'x')
    const [message] = desk.json('read', id, '--peek').messages
    expect(message).toMatchObject({ from: 'architect', actor: personAt(desk) })
  })

  test('by a variable is nobody else', () => {
    const env = { WATCHPOST_AGENT: 'architect' }
    const { out } = desk.run(['send', 'critic', '-s', 'x', '--json'], { env })
    const [message] = desk.json('read', JSON.parse(out).id, '--peek').messages
    expect(message.actor).toBeUndefined()
  })
})

describe('bodies', () => {
  const bodyOf = (id: string) => desk.json('read', id, '--peek').messages[0].body
  const input = 'First line\n- a list\n\u{1f600} – ümläut\n'

  test.each([
    ['-b -', ['-b', '-']],
    ['a lone -', ['-']],
    ['--body-file -', ['--body-file', '-']],
  ])('from standard input by %s', (_, flags) => {
    const { out } = desk.run(['send', 'critic', '-s', 'x', ...flags, '--as', 'architect', '--json'], {
      input,
    })
    expect(bodyOf(JSON.parse(out).id)).toBe(input)
  })

  test('from a file', () => {
    const path = join(desk.folder, 'body.md')
    writeFileSync(path, input)
    expect(bodyOf(send('critic', '--body-file', path).id)).toBe(input)
  })

  test('that begin with a dash are text, unless they spell a flag', () => {
    expect(bodyOf(send('critic', '-b', '- first\n- second').id)).toBe('- first\n- second')
    expect(bodyOf(send('critic', '--body=--json').id)).toBe('--json')
    expect(desk.run(['send', 'critic', '-b', '--json', '--as', 'architect']).code).toBe(2)
  })

  test.each([[['-b', 'x', '-b', 'y']], [['-b', 'x', '-']], [['-b', 'x', '--body-file', '/dev/null']]])(
    'given twice are an error: %j',
    (flags) => {
      expect(desk.run(['send', 'critic', ...flags, '--as', 'architect']).err).toContain(
        'can be given only once',
      )
    },
  )

  test('of a missing file are an error that names it', () => {
    const { code, err } = desk.run(['send', 'critic', '--body-file', 'nowhere.md'])
    expect(code).toBe(2)
    expect(err).toContain('nowhere.md')
  })

  test('hold whatever bytes a terminal would obey, and print none of them', () => {
    const hostile = 'a\u001b[31mred\u001b]0;title\u0007\u202eevil\u200b\u0007\r\n'
    const { id } = send('critic', '-s', 'x\u001b[2J', '-b', hostile)
    expect(bodyOf(id)).toBe(hostile)
    for (const args of [
      ['read', id, '--peek'],
      ['inbox', 'critic'],
      ['thread', id],
      ['read', id, '--peek', '--json'],
    ]) {
      expect(desk.run(args).out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u200b]/u)
    }
  })
})

describe('ids', () => {
  test('are understood in every form', () => {
    const { id } = send('critic', '-s', 'Named in many ways')
    for (const form of [id, id.toLowerCase(), ` ${id} `, id.slice(0, 4)])
      expect(desk.json('read', form, '--peek').messages[0].id, form).toBe(id)
  })

  test('a misspelled one is never taken for another message', () => {
    const { id } = send('critic', '-s', 'x')
    const wrong = id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')
    const { code, err } = desk.run(['read', wrong, '--peek'])
    expect(code).toBe(3)
    expect(err).toContain('Mistyped id')
  })

  test('come from standard input as a list', () => {
    const ids = [send('critic', '-s', 'one').id, send('critic', '-s', 'two').id]
    const { code, out } = desk.run(['archive', '-', '--as', 'critic', '--json'], {
      input: `${ids.join('\n')}\n`,
    })
    expect(code).toBe(0)
    expect(JSON.parse(out).messages.map((message: Answer) => message.id)).toEqual(ids)
  })
})

test('an empty text takes away what an agent has', () => {
  const [role, swarm, session, reportsTo] = ['pilot', 'dev', 's-9', 'critic']
  desk.json('agents', 'register', 'bare', '--role', role, '--swarm', swarm, '--session', session)
  desk.json('agents', 'update', 'bare', '--reports-to', reportsTo)
  expect(desk.json('agents', 'show', 'bare')).toMatchObject({ role, swarm, session, reportsTo })
  const empty = ['--role', '', '--swarm', '', '--session', '', '--reports-to', '']
  const none = { role: null, swarm: null, session: null, reportsTo: null }
  expect(desk.json('agents', 'update', 'bare', ...empty)).toMatchObject(none)
})

describe('whom an agent may write to', () => {
  const update = (...args: readonly string[]) => desk.run(['agents', 'update', 'scribe', ...args])
  const says = (to: string) => desk.run(['send', to, '-b', 'x', '--as', 'scribe']).code

  test('is told by patterns of either form of an address, until an empty one takes them away', () => {
    desk.json('agents', 'register', 'rig/polecats/nux')
    expect([says('rig/nux'), says('critic')]).toEqual([0, 0])
    update('--talks-to', 'rig/polecats/*')
    expect([says('rig/nux'), says('rig/polecats/nux'), says('critic')]).toEqual([0, 0, 7])
    update('--talks-to', 'rig/*')
    expect([says('rig/nux'), says('critic')]).toEqual([0, 7])
    update('--talks-to', '')
    expect([says('rig/nux'), says('critic')]).toEqual([0, 0])
  })

  test.each(['role:pilot', 'a b', '@crew', 'all'])('is not told by %s', (rule) => {
    expect(update('--talks-to', rule).code).toBe(2)
  })
})

test.each([
  ['critc', 'Did you mean critic?'],
  ['xyzzy-7', 'To add it, run `watchpost agents register xyzzy-7`.'],
])('nobody reports to %s, who is on no roster', (name, hint) => {
  for (const verb of ['register', 'update']) {
    const { code, err } = desk.run(['agents', verb, 'architect', '--reports-to', name])
    expect([code, err]).toEqual([
      3,
      `watchpost: There is no agent ${name} for architect to report to; nothing was changed.\n  ${hint}\n`,
    ])
  }
  expect(desk.json('agents', 'show', 'architect').reportsTo).toBeNull()
})

describe('a draft', () => {
  const asArchitect = (...args: readonly string[]) => desk.json(...args, '--as', 'architect')

  test('is kept by the flags of what it will be, and sent so', () => {
    const { id } = asArchitect('draft', 'save', 'send', 'critic', '-s', 'Later', '-b', 'x', '--ttl', '2h')
    const [kept] = asArchitect('draft', 'list').drafts
    const fields = { to: ['critic'], subject: 'Later', body: 'x', ttl: 7_200_000 }
    expect(kept).toMatchObject({ id, operation: 'send', fields })
    asArchitect('draft', 'save', '--id', id, '--fields', JSON.stringify(fields), '-s', 'Sooner')
    const sent = asArchitect('draft', 'send', id)
    expect(asArchitect('read', sent.id).messages).toMatchObject([
      { subject: 'Sooner', body: 'x', to: ['critic'] },
    ])
    expect(asArchitect('draft', 'list').drafts).toEqual([])
  })

  test('of an answer names the message', () => {
    const { id } = send('critic', '-s', 'Question')
    const saved = ['draft', 'save', 'reply', id, '-b', 'Soon', '--as', 'critic']
    const reply = desk.json('draft', 'send', desk.json(...saved).id, '--as', 'critic')
    expect(asArchitect('thread', id).messages.at(-1)).toMatchObject({
      id: reply.id,
      replyTo: id,
      body: 'Soon',
    })
  })

  test.each([
    [['reply', 'Q8Y7D', 'critic', '-b', 'x'], 'Unknown input of reply: to.'],
    [['send', '--message', 'Q8Y7D'], 'Unknown input of send: message.'],
    [[], 'The draft is empty.'],
  ])('is refused where its operation could not take it: %j', (args, said) => {
    const { code, err } = desk.run(['draft', 'save', ...args, '--as', 'architect'])
    expect([code, err.split('\n')[0]]).toEqual([2, `watchpost: ${said}`])
  })
})

test('an error about one message names it once', () => {
  desk.json('queue', 'create', 'builds')
  const { id } = desk.json('send', 'queue:builds', '-s', 'Work', '--as', 'architect')
  desk.json('claim', 'builds', '--as', 'architect')
  const mine = send('critic', '-s', 'Mine').id
  const errors = [
    desk.run(['complete', id, '--as', 'critic']).err,
    desk.run(['restore', mine, '--as', 'critic']).err,
    desk.run(['complete', 'Q8Y7X', '--as', 'critic']).err,
    desk.run(['complete', mine, id, '--as', 'critic']).err,
  ]
  const named = [id, mine, 'Q8Y7X', id]
  for (const [at, err] of errors.entries()) expect(err.split(named[at] ?? '')).toHaveLength(2)
})

test('a search leaves out what begins with a dash, but for flags', () => {
  const send = (body: string): string => desk.json('send', 'critic', '-b', body, '--as', 'architect').id
  const [open] = [send('wombat open'), send('wombat closed')]
  const found = (...words: readonly string[]): readonly string[] =>
    desk.json('search', ...words).messages.map(({ id }: Answer) => id)
  expect(found('wombat', '-closed')).toEqual([open])
  expect(found('wombat', '-from:architect')).toEqual([])
  expect(found('-q', 'wombat', '-closed')).toEqual([open])
  expect(desk.run(['search', 'wombat', '--clsoed']).code).toBe(2)
  expect(desk.run(['send', 'critic', '-z']).code).toBe(2)
})

test.each([
  [['form:critic', 'x'], 'Unknown search field: form: (did you mean from:?)'],
  [['from:critic', 'nosuchword'], 'No matches.'],
])('a search for %j that finds nothing says why', (words, note) => {
  const { code, out, err } = desk.run(['search', ...words])
  expect([code, out]).toEqual([0, ''])
  expect(err).toContain(note)
  expect(err.includes('Unknown')).toBe(note.startsWith('Unknown'))
})

test('search finds what was just sent, indexed or not', () => {
  const { id } = send('critic', '-s', 'Quokka sighted')
  expect(desk.json('search', 'quokka').messages.map((message: Answer) => message.id)).toEqual([id])
})

test('pages go on to the end without a gap', () => {
  const paged = openDesk(['reader', 'writer'])
  const lines = Array.from({ length: 23 }, (_, at) => ({
    command: 'send',
    input: { to: ['reader'], subject: `${at}`, priority: ['low', 'normal', 'high', 'urgent'][at % 4] },
    as: 'writer',
  }))
  paged.batch(lines)
  const whole = paged.json('inbox', 'reader').messages.map(({ id }: Answer) => id)
  const seen: string[] = []
  for (let after: string | null = null, pages = 0; pages < 10; pages += 1) {
    const page: Answer = paged.json(
      'inbox',
      'reader',
      '--limit',
      '5',
      ...(after === null ? [] : ['--after', after]),
    )
    seen.push(...page.messages.map(({ id }: Answer) => id))
    after = page.next
    if (after === null) break
  }
  expect(seen).toEqual(whole)
  expect(seen).toHaveLength(23)
  paged.close()
})

describe('where the store is', () => {
  test('the nearest folder upward', () => {
    const deep = join(desk.folder, 'a/b/c')
    mkdirSync(deep, { recursive: true })
    expect(desk.run(['count', 'critic', '--json'], { cwd: deep }).code).toBe(0)
  })

  test('a link on the way up is refused', () => {
    const trap = join(desk.folder, 'trap')
    mkdirSync(trap)
    symlinkSync(desk.store, join(trap, '.watchpost'))
    expect(desk.run(['count', 'critic'], { cwd: trap })).toMatchObject({ code: 7 })
  })

  test('WATCHPOST_STORE and --store name one, the flag first', () => {
    const env = { WATCHPOST_STORE: desk.store }
    expect(desk.run(['count', 'critic'], { cwd: '/', env }).code).toBe(0)
    expect(desk.run(['count', 'critic', '--store', '/nowhere'], { cwd: '/', env }).code).toBe(3)
    expect(desk.run(['count', 'critic'], { cwd: '/' }).err).toContain('watchpost init')
  })

  test('init makes no store of a file that is there', () => {
    const file = join(desk.folder, 'notes')
    writeFileSync(file, '')
    expect(desk.run(['init', '--store', file])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is a file'),
    })
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  test('init keeps the folder to us and out of git, and may be repeated', () => {
    expect(lstatSync(desk.store).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(desk.store, '.gitignore'), 'utf8')).toBe('*\n')
    expect(desk.json('init')).toMatchObject({ store: desk.store, created: false })
    expect(existsSync(join(desk.store, '.watchpost'))).toBe(false)
  })

  test('settings are checked with their line', () => {
    const file = join(desk.store, 'config.yaml')
    writeFileSync(file, '# ours\ndurability: full\nmailbox:\n  max_queue_size: 5\n')
    expect(desk.run(['count', 'critic']).code).toBe(0)
    writeFileSync(file, 'durability: full\ndurabilty: full\n')
    expect(desk.run(['count', 'critic']).err).toContain('config.yaml:2: unknown setting durabilty')
    writeFileSync(file, 'durability: normal\n')
  })
})

describe('who is acting', () => {
  const whoami = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    JSON.parse(desk.run(['whoami', '--json', ...args], { env }).out) as Answer

  test('the person at the keyboard, a variable, a session, a pane, a flag', () => {
    const inTmux = { TMUX: '/tmp/tmux-1/default,7,0', TMUX_PANE: '%7' }
    const update = ['agents', 'update', 'critic', '--session', 'session-1', '--pane', '%7']
    expect(desk.run(update, { env: { TMUX: inTmux.TMUX } }).code).toBe(0)
    const me = personAt(desk)
    expect(whoami([])).toEqual({ address: me, kind: 'user', actor: me, how: 'person', session: null })
    for (const [variable, how] of [
      ['WATCHPOST_AGENT', 'environment'],
      ['WATCHPOST_DEFAULT_AGENT', 'default'],
    ] as const) {
      const env = { [variable]: 'critic' }
      expect(whoami([], env)).toMatchObject({ address: 'critic', how })
      expect(desk.run(['whoami'], { env }).out).toContain(`(by ${variable})`)
    }
    expect(whoami([], { CLAUDE_SESSION_ID: 'session-1' })).toMatchObject({
      address: 'critic',
      how: 'session',
    })
    expect(whoami([], inTmux)).toMatchObject({ address: 'critic', how: 'pane' })
    expect(whoami([], { ...inTmux, TMUX: '/tmp/tmux-1/other,7,0' })).toMatchObject({ address: me })
    expect(whoami(['--as', 'human'])).toMatchObject({ address: me, actor: me, how: 'flag' })
  })

  test('a name other than the environment’s is impersonation', () => {
    const env = { WATCHPOST_SESSION: 'session-1' }
    expect(whoami(['--as', 'architect'], env)).toMatchObject({ address: 'architect', actor: 'critic' })
    expect(whoami([], { ...env, WATCHPOST_AGENT: 'architect' })).toMatchObject({ actor: 'critic' })
    expect(whoami(['--as', 'critic'], env)).toMatchObject({ address: 'critic', actor: 'critic' })
  })

  test('two people, neither of them us, is doubt', () => {
    const shared = openDesk()
    const me = personAt(shared)
    shared.batch([
      { command: 'agents retire', input: { agent: me } },
      { command: 'agents register', input: { agent: 'lea', kind: 'user' } },
      { command: 'agents register', input: { agent: 'bob', kind: 'user' } },
    ])
    const { code, err } = shared.run(['inbox'])
    expect(code).toBe(4)
    expect(err).toContain('bob or lea')
    shared.close()
  })

  test('somebody new can register themselves', () => {
    const done = desk.run(['agents', 'register', 'newcomer', '--json', '--as', 'newcomer'])
    expect(done.code, done.err).toBe(0)
  })
})

describe('a line', () => {
  test('may have its global flags anywhere', () => {
    const orders = [
      ['--as', 'critic', '--json', 'count'],
      ['count', '--json', '--as=critic'],
      ['--store', desk.store, 'agents', '--json', 'list'],
      ['--json', 'agents', '--quiet'],
    ]
    for (const args of orders) expect(desk.run(args).code, args.join(' ')).toBe(0)
  })

  test('without --json is for people, and notes stand beside the data', () => {
    const { out, err } = desk.run(['inbox', 'scribe'])
    expect(out).toBe('')
    expect(err).toContain('No open mail for scribe')
    expect(desk.run(['inbox', 'scribe', '--quiet']).err).toBe('')
  })

  test('that is misspelled names what is near', () => {
    expect(desk.run(['inbx']).err).toContain('inbox')
    expect(desk.run(['agents', 'regster']).err).toContain('agents register')
    expect(desk.run(['inbox', '--unraed', '--limt', '3']).err).toMatch(/--unread.*--limit/su)
  })

  test('takes words after -- as words', () => {
    expect(desk.run(['send', '--as', 'architect', '-s', 'x', '--', '--critic']).err).toContain('--critic')
  })

  test('says no to a flag with --no-', () => {
    desk.json('agents', 'update', 'critic', '--watched')
    expect(desk.json('agents', 'show', 'critic').watched).toBe(true)
    expect(desk.json('agents', 'update', 'critic', '--no-watched').watched).toBe(false)
  })

  test('says who had a thread before', () => {
    const { id } = desk.json('send', 'critic', '-s', 'Which store?', '--as', 'architect')
    desk.json('assign', id, 'critic')
    expect(desk.run(['assign', id, 'architect']).out).toContain('to architect (before: critic)')
  })

  test('that is empty prints help off a terminal and ends with 2', () => {
    const { code, out } = desk.run([])
    expect(code).toBe(2)
    expect(out).toContain('watchpost COMMAND')
    expect(desk.run(['--version']).out).toMatch(/^watchpost \d+\.\d+\.\d+\n$/u)
  })
})
