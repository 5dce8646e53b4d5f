import Ajv from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '../../../src/domain/errors.ts'
import { builtins } from '../../../src/faces/cli/builtin-commands.ts'
import { complete, completionScript } from '../../../src/faces/cli/completion/completion.ts'
import { describeAll, describeCommands } from '../../../src/faces/cli/describe.ts'
import { everyday } from '../../../src/faces/cli/everyday.ts'
import { exitCodes } from '../../../src/faces/cli/exit.ts'
import { commonFields, globalFields, screenFields } from '../../../src/faces/cli/globals.ts'
import { commandHelp, globalsHelp, overview } from '../../../src/faces/cli/help.ts'
import { fullOverview } from '../../../src/faces/cli/help-lists.ts'
import { fileFlag } from '../../../src/faces/cli/known-flags.ts'
import { flagName } from '../../../src/input/input.ts'
import { catalogue, listedGroups, loadOperation, operationNames } from '../../../src/operations/catalogue.ts'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'

describe('help', () => {
  test.each(operationNames.map((name) => [catalogue[name].command, name] as const))(
    '%s --help mentions every flag and what it answers',
    async (command, name) => {
      const { input, summary, value, examples = [] } = await loadOperation(name)
      const text = (await commandHelp(command.split(' '))) ?? ''
      expect(text).toContain(`${summary}.`)
      expect(text).toContain(`value \`${value}\``)
      for (const [field, { stdin, short }] of Object.entries(input)) {
        expect(text).toContain(`--${flagName(field)}`)
        if (stdin) expect(text).toContain(`--${fileFlag(field)}`)
        if (short !== null) expect(text).toContain(`-${short}`)
      }
      for (const [line] of examples) expect(text).toContain(line)
    },
  )

  test.each(operationNames)('%s takes no name or letter twice', async (name) => {
    const { input } = await loadOperation(name)
    const all = { ...globalFields, ...input }
    expect(Object.keys(all)).toHaveLength(Object.keys(input).length + Object.keys(globalFields).length)
    const letters = Object.values(all).flatMap(({ short }) => (short === null ? [] : [short]))
    expect(new Set(letters).size).toBe(letters.length)
  })

  const ofTheScreen = operationNames.filter((name) => catalogue[name].group === 'Terminal inbox')

  test('the short overview has a line for the 12 common commands, and one for each group', () => {
    const [, common = '', more = ''] = overview('1.2.3').split(/Common commands:|More commands:/u)
    const rows = common.trim().split('\n')
    expect(rows.map((row) => row.trim().split(' ')[0])).toEqual(everyday.map(([command]) => command))
    expect(rows).toHaveLength(12)
    const [groupRows = '', pointer] = more.split('\n\n')
    expect(groupRows.trim().split('\n')).toHaveLength(listedGroups.length + 1)
    expect(pointer).toContain('watchpost help all')
  })

  test('the short overview names each word that a command begins with, once', () => {
    const [, listed = ''] = overview('1.2.3').split('Common commands:')
    const commands = [
      ...operationNames.map((name) => catalogue[name].command),
      ...builtins.map((one) => one.command),
    ]
    const hidden = ofTheScreen.map((name) => catalogue[name].command)
    for (const word of new Set(
      commands.filter((one) => !hidden.includes(one)).map((one) => one.split(' ')[0]),
    ))
      expect(listed.match(new RegExp(` ${word}(?=[ \\n])`, 'gu'))?.length, word).toBeGreaterThan(0)
    expect(listed).not.toMatch(/presence|places/u)
  })

  test('the long overview has every command but those of the screen, which have their help', async () => {
    const text = fullOverview('1.2.3')
    for (const name of operationNames)
      expect(text.includes(`  ${catalogue[name].command} `), name).toBe(!ofTheScreen.includes(name))
    for (const { command } of builtins) expect(text).toContain(`  ${command} `)
    expect(ofTheScreen).toEqual(expect.arrayContaining(['here', 'leave', 'presence', 'places', 'countViews']))
    for (const name of ofTheScreen)
      expect(await commandHelp(catalogue[name].command.split(' '))).not.toBeNull()
  })

  test.each(operationNames.map((name) => [catalogue[name].command, name] as const))(
    '%s --help has one line for the global flags, and none of the terminal inbox',
    async (command, name) => {
      const { input } = await loadOperation(name)
      const rows = ((await commandHelp(command.split(' '))) ?? '').split('\n')
      expect(rows.filter((row) => row.includes('watchpost help globals'))).toHaveLength(1)
      for (const field of Object.keys(globalFields).filter((one) => !Object.hasOwn(input, one)))
        expect(rows.filter((row) => row.trim().startsWith(`--${flagName(field)} `))).toEqual([])
    },
  )

  test('the global flags have a topic, where those of the terminal inbox stand apart', async () => {
    const [common = '', screen = ''] = globalsHelp().split('Flags of the terminal inbox:')
    for (const field of Object.keys(commonFields)) expect(common).toContain(`--${flagName(field)}`)
    for (const field of Object.keys(screenFields)) {
      expect(screen).toContain(`--${flagName(field)}`)
      expect(common).not.toContain(`--${flagName(field)}`)
    }
    expect(fullOverview('1.2.3')).toContain(globalsHelp())
  })
})

test('every error code has an exit code, and only nothing at all is 0', () => {
  expect(Object.keys(exitCodes).sort()).toEqual([...errorCodes].sort())
  expect(Object.values(exitCodes)).not.toContain(0)
})

describe('describe', () => {
  test('is one document whose schemas are all valid', async () => {
    const document = (await describeAll('1.2.3')) as Answer
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
    ajv.addVocabulary(['version', 'commands', 'globals', 'errors', 'exitCodes'])
    ajv.addSchema(document)
    for (const name of Object.keys(document.$defs))
      expect(ajv.getSchema(`${document.$id}#/$defs/${name}`), name).toBeTypeOf('function')
    for (const { command, input, output } of document.commands) {
      expect(ajv.validateSchema(input), command).toBe(true)
      if (output.$ref) expect(ajv.getSchema(`${document.$id}${output.$ref}`), command).toBeTypeOf('function')
    }
    expect(document.commands).toHaveLength(operationNames.length + builtins.length)
  })

  test.each([
    ...operationNames.map((name) => catalogue[name].command),
    ...builtins.map(({ command }) => command),
  ])('of %s has that command and every schema it refers to, and no other', async (command) => {
    const all = (await describeAll('1.2.3')) as Answer
    const one = (await describeCommands('1.2.3', command.split(' '))) as Answer
    expect(one.commands).toEqual([all.commands.find((known: Answer) => known.command === command)])
    const referred = [...JSON.stringify(one).matchAll(/#\/\$defs\/([A-Za-z]+)/gu)].map(([, name]) => name)
    expect(new Set(Object.keys(one.$defs))).toEqual(new Set(referred))
  })
})

describe('describe and help on the command line', () => {
  let desk: Desk
  beforeAll(() => {
    desk = openDesk()
  })
  afterAll(() => desk.close())

  const described = (...args: readonly string[]) => JSON.parse(desk.run(['describe', ...args]).out) as Answer

  test('one command, several, a family, all of them', () => {
    const commandsOf = (...args: readonly string[]) =>
      described(...args).commands.map(({ command }: Answer) => command)
    expect(commandsOf('inbox')).toEqual(['inbox'])
    expect(commandsOf('queue', 'show')).toEqual(['queue show'])
    expect(commandsOf('draft')).toEqual(['draft list', 'draft save', 'draft send', 'draft delete'])
    expect(commandsOf('mcp')).toEqual(['mcp'])
    expect(commandsOf('queue', 'show', 'inbox', 'queue', 'show', 'backup', 'restore')).toEqual([
      'queue show',
      'inbox',
      'backup restore',
    ])
    expect(commandsOf('--all').length).toBe(operationNames.length + builtins.length)
  })

  test('without a name it is an index of every command, and a short one', () => {
    const { out } = desk.run(['describe'])
    expect(Buffer.byteLength(out)).toBeLessThanOrEqual(8192)
    const { commands, more } = JSON.parse(out)
    expect(Object.keys(commands)).toEqual(described('--all').commands.map(({ command }: Answer) => command))
    expect(Object.values(commands).filter((text) => String(text).length < 10)).toEqual([])
    expect(more).toContain('watchpost describe NAME')
  })

  test('both forms are as it describes itself', () => {
    const document = described('--all')
    const validate = new Ajv({ strict: false }).compile(document.$defs.description)
    for (const one of [described(), described('inbox'), document])
      expect(validate(one), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ version: '1', commands: {} })).toBe(false)
  })

  test.each([
    [['describe', 'queue', 'bogus'], 'There is no command queue bogus'],
    [['describe', 'inbox', 'bogus'], 'There is no command bogus'],
    [['describe', 'inbox', '--all'], 'Give the names of commands, or --all.'],
  ])('%j is refused', (args, told) => {
    expect(desk.run(args)).toMatchObject({ code: 2, err: expect.stringContaining(told) })
  })

  test('a list may be given as one value', () => {
    const { input } = described('send').commands[0]
    const validate = new Ajv({ strict: false }).compile(input)
    expect(
      [{ to: 'critic' }, { to: ['critic', 'lead'] }, { to: 7 }, { to: [7] }].map((one) => validate(one)),
    ).toEqual([true, true, false, false])
  })

  test.each([[['describe', 'inbx']], [['help', 'inbx']]])('%j names the nearest command', (args) => {
    expect(desk.run(args)).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean inbox') })
  })

  test('the topic of all commands', () => {
    expect(desk.run(['help', 'all'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('  change-all '),
    })
    expect(desk.run(['--help']).out).not.toContain('--allow-network-filesystem')
  })

  test('the topic of the global flags', () => {
    expect(desk.run(['help', 'globals'])).toMatchObject({ code: 0, out: globalsHelp() })
  })
})

describe('completion', () => {
  let desk: Desk
  beforeAll(() => {
    desk = openDesk(['critic', 'architect'])
    desk.batch([{ command: 'send', input: { to: ['critic'], subject: 'Tests red' }, as: 'architect' }])
  })
  afterAll(() => desk.close())

  const completed = (...words: readonly string[]) =>
    desk
      .run(['__complete', '--', ...words])
      .out.split('\n')
      .flatMap((row) => (row === '' ? [] : [row.split('\t')[0]]))

  test.each([
    [[''], [...everyday.map(([command]) => command), 'help']],
    [['arch'], ['archive']],
    [['pre'], ['presence']],
    [['backup'], ['backup', 'backup restore']],
    [
      ['view', ''],
      ['list', 'save', 'delete'],
    ],
    [['view', 'c'], ['counts']],
    [
      ['agents', 're'],
      ['register', 'resume', 'retire'],
    ],
    [['send', 'cr'], ['critic']],
    [['send', 'critic', '--prio'], ['--priority']],
    [['send', 'critic', '--priority', 'u'], ['urgent']],
    [
      ['send', 'critic', '-p', ''],
      ['urgent', 'high', 'normal', 'low'],
    ],
    [['inbox', '--as', 'arc'], ['architect']],
    [['completion', 'z'], ['zsh']],
    [['nonsense', ''], []],
    [['send', 'critic', '--priority=u'], ['--priority=urgent']],
    [['send', '-p', 'high', 'cr'], ['critic']],
    [['--as', 'critic', 'send', 'arc'], ['architect']],
  ])('%j', (words, expected) => {
    expect(completed(...words)).toEqual(expected)
  })

  test('ids are one’s own mail', () => {
    const { out } = desk.run(['__complete', '--', 'read', ''], { env: { WATCHPOST_AGENT: 'critic' } })
    expect(out).toMatch(/^[0-9A-Z]{5}\tarchitect: Tests red\n$/u)
  })

  test.each(['bash', 'zsh', 'fish'])('%s has a script that asks for it', (shell) => {
    expect(completionScript(shell)).toContain('watchpost __complete')
  })

  test('is silent where there is no store', async () => {
    expect(desk.run(['__complete', '--', 'read', ''], { cwd: '/' })).toMatchObject({ code: 0, out: '' })
    expect(complete).toBeTypeOf('function')
  })
})
