import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { isMailError } from '../../../src/domain/errors.ts'
import type { Command } from '../../../src/faces/tui/model/palette.ts'
import { candidatesOf } from '../../../src/faces/tui/overlays/palette/candidates.ts'
import { inputOf, quoted, wordsOf } from '../../../src/faces/tui/overlays/palette/command-line.ts'
import { fuzzyMatch } from '../../../src/faces/tui/overlays/palette/fuzzy.ts'
import { withSession } from '../../../src/faces/tui/state.ts'
import { catalogue, loadOperation, operationNames } from '../../../src/operations/catalogue.ts'
import { frameText } from '../../support/screen-text.ts'
import { someAgents, tellFleet } from '../../support/tui-fleet.ts'
import { agent, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

let commands: readonly Command[] = []

beforeAll(async () => {
  commands = await Promise.all(
    operationNames.map(async (name) => {
      const { summary, access, yields, input } = await loadOperation(name)
      const { command, group } = catalogue[name]
      return { name, command, group, summary, access, yields, fields: input }
    }),
  )
})

function atPalette(): Sitting {
  const sitting = sitBefore(rowIds(3).map((id) => row(id, { subject: `Report ${id}` })))
  const agents = [agent('swarm_dev/architect', { role: 'architect' }), agent('lea', { kind: 'user' })]
  sitting.answerRoster({ agents })
  sitting.press(':')
  return sitting.tell({
    type: 'known-loaded',
    commands,
    addresses: ['role:architect', 'swarm_dev/architect'],
    drafts: ['D1'],
    templates: [{ name: 'MERGED', subject: 'MERGED POLECAT' }],
  })
}

function offered(sitting: Sitting): readonly string[] {
  const { overlay } = sitting.state
  return overlay.type === 'palette' ? candidatesOf(sitting.state, overlay).map(({ text }) => text) : []
}

describe('Enter before the commands are there', () => {
  const loaded = () => ({ type: 'known-loaded' as const, commands, addresses: [], drafts: [], templates: [] })
  const typed = () =>
    sitBefore(rowIds(3).map((id) => row(id)))
      .press(':')
      .type('help')
      .press('Enter')

  it('says that they are loaded, and counts once they are, with what was pressed after it', () => {
    const sitting = typed().press('j')
    expect(sitting.state.overlay).toMatchObject({ type: 'palette', problem: null, field: { text: 'help' } })
    expect(frameText(sitting.state)).toContain('Loading commands')
    sitting.tell(loaded())
    expect(sitting.state.overlay).toMatchObject({ type: 'help', top: 1 })
    expect(sitting.state.session.early).toEqual([])
  })

  it('is forgotten with Esc, and told of where they cannot be loaded', () => {
    expect(typed().press('?', 'Esc').tell(loaded()).state.overlay.type).toBe('none')
    const failed = typed().press('!').tell({ type: 'command-failed', problem: 'No store.' })
    expect(failed.state.overlay).toMatchObject({
      type: 'palette',
      problem: 'No store.',
      field: { text: 'help' },
    })
    expect(failed.tell(loaded()).state.overlay.type).toBe('palette')
  })
})

describe('what was typed whole', () => {
  it('runs where nothing has to be added, else asks for it', () => {
    const run = atPalette().type('debate list').press('Enter')
    expect(run.effects).toContainEqual(
      expect.objectContaining({ type: 'run-command', command: 'listDebates', input: {} }),
    )
    const asked = atPalette().type('queue show').press('Enter')
    expect(asked.state.overlay).toMatchObject({ type: 'palette', field: { text: 'queue show ' } })
    const begun = atPalette().type('debate lis').press('Enter')
    expect(begun.state.overlay).toMatchObject({ type: 'palette', field: { text: 'debate list ' } })
  })

  it('finds a place by what it is and its name', () => {
    expect(offered(atPalette().type('view sent'))).toContain('Sent')
  })
})

describe('fuzzy matching', () => {
  it.each([
    ['qcr', 'queue create', 'unsubscribe queue creator'],
    ['arch', 'archive', 'search'],
    ['arch', 'swarm_dev/architect', 'research'],
    ['inbox', 'inbox', 'inbox of everybody'],
  ])('%s goes rather with %s than with %s', (wanted, better, worse) => {
    const scores = [better, worse].map((text) => fuzzyMatch(wanted, text)?.score ?? Number.NEGATIVE_INFINITY)
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 0)
  })

  it.each(['xyz', 'zz', 'hcra'])('%s does not go with archive', (wanted) => {
    expect(fuzzyMatch(wanted, 'archive')).toBeNull()
  })

  it('marks letters that are really there', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ maxLength: 6 }), (text, wanted) => {
        const lower = text.toLowerCase()
        const marked = (fuzzyMatch(wanted, text)?.at ?? []).map((place) => lower[place])
        expect([...marked].every((letter) => wanted.toLowerCase().includes(letter ?? ''))).toBe(true)
      }),
    )
  })
})

describe('a command line', () => {
  it.each([
    ['a b', ['a', 'b']],
    ['"a b" c', ['a b', 'c']],
    ["'a \"b' c", ['a "b', 'c']],
    ['a\\ b', ['a b']],
    ['"open end', ['open end']],
    ['--subject="two words"', ['--subject=two words']],
    ['""', ['']],
  ])('%s is the words %j', (line, words) => {
    expect(wordsOf(line).map(({ text }) => text)).toEqual(words)
  })

  it('reads a quoted word back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (list) => {
        expect(wordsOf(list.map(quoted).join(' ')).map(({ text }) => text)).toEqual(list)
      }),
    )
  })

  const fieldsOf = (name: string) => commands.find(({ command }) => command === name)?.fields ?? {}

  it.each([
    ['queue create', ['work', '--order', 'priority'], { queue: 'work', order: 'priority' }],
    ['fail', ['A', 'B', '--reason=two words'], { messages: ['A', 'B'], reason: 'two words' }],
    ['search', ['from:a', 'b', '--best'], { query: ['from:a', 'b'], best: true }],
  ])('%s takes %j', (command, words, input) => {
    expect(inputOf(fieldsOf(command), words)).toEqual(input)
  })

  it.each([
    ['queue create', ['work', '--oder', 'fifo'], /--oder/u],
    ['whoami', ['now'], /Unexpected argument: "now"/u],
    ['queue create', ['work', '--order'], /--order/u],
  ])('%s refuses %j', (command, words, sentence) => {
    const read = () => inputOf(fieldsOf(command), words)
    expect(read).toThrow(sentence)
    expect(() => read()).toThrowError(expect.toSatisfy(isMailError))
  })
})

describe('the palette', () => {
  it('offers every operation, agent, view and thread, with its key', () => {
    const sitting = atPalette()
    const all = offered(sitting)
    for (const { command } of commands.slice(0, 40)) expect(all).toContain(command)
    expect(all).toEqual(expect.arrayContaining(['Attention', 'swarm_dev/architect', 'Report M002']))
    const shown = frameText(sitting.type('archive').state)
    expect(shown).toMatch(/▸ do +archive .* e/u)
  })

  it('does what has a key as the key would', () => {
    const sitting = atPalette().type('archive').press('Enter')
    expect(sitting.effects.at(-1)).toEqual({
      type: 'change',
      command: 'mail.archive',
      operation: 'archive',
      targets: [{ id: 'M001', of: null }],
      input: {},
    })
    expect(sitting.state.overlay.type).toBe('none')
  })

  it.each([
    { typed: 'archive', copied: 'watchpost archive M001' },
    { typed: 'owed', copied: 'watchpost owed' },
    { typed: 'agents show swarm_dev/architect', copied: 'watchpost agents show swarm_dev/architect' },
  ])('copies the next command after Y instead of running it: $typed', ({ typed, copied }) => {
    const sitting = atPalette().type('Y')
    expect(frameText(sitting.state)).toContain('Copy a command for a shell')
    sitting.type(typed).press('Enter')
    expect(sitting.effects.at(-1)).toEqual({ type: 'copy', text: copied, what: 'the command' })
    expect(sitting.state.overlay.type).toBe('none')
  })

  it('copies nothing but commands, and takes Y back with Backspace', () => {
    const sitting = atPalette().type('Y').type('Attention').press('Enter')
    expect(frameText(sitting.state)).toContain('Only commands can be copied.')
    const back = atPalette().type('Y').press('Backspace')
    expect(frameText(back.state)).toContain('Go to, or run')
    expect(back.press('Backspace').state.overlay.type).toBe('none')
  })

  it('asks the inputs of what has none, completes them, and runs the line', () => {
    const sitting = atPalette().type('agents show').press('Enter')
    expect(frameText(sitting.state)).toContain(':agents show ')
    expect(offered(sitting.type('arch'))).toEqual(['swarm_dev/architect'])
    sitting.press('Tab', 'Enter')
    expect(sitting.effects.at(-1)).toMatchObject({
      type: 'run-command',
      command: 'showAgent',
      input: { agent: 'swarm_dev/architect' },
    })
  })

  it('offers the agent of the selected row of a board first', () => {
    const agents = someAgents.map((one) => agent(one.agent))
    const sitting = sitBefore([row('M001')])
      .answerRoster({ agents })
      .press('B')
    tellFleet(sitting, someAgents).press('j', ':')
    sitting.tell({ type: 'known-loaded', commands, addresses: [], drafts: [], templates: [] })
    sitting.type('agents freeze').press('Enter')
    expect(offered(sitting)[0]).toBe('swarm_dev/busy')
  })

  it('completes ids by what the messages say, and flags by their names', () => {
    expect(offered(atPalette().type('receipts M003'))).toEqual([])
    expect(offered(atPalette().type('receipts 003'))).toContain('M003')
    expect(offered(atPalette().type('queue create work --ord'))).toEqual(['--order'])
    expect(offered(atPalette().type('queue create work --order p'))).toEqual(['priority'])
  })

  it('completes the types of protocol mail', () => {
    expect(offered(atPalette().type('send --template mer'))).toEqual(['MERGED'])
    expect(offered(atPalette().type('template show M'))).toEqual(['MERGED'])
  })

  it('keeps the line and says what went wrong', () => {
    const sitting = atPalette().type('queue create work').press('Enter')
    sitting.tell({ type: 'command-failed', problem: 'There is a queue work.' })
    expect(sitting.state.overlay).toMatchObject({
      type: 'palette',
      field: { text: 'queue create work' },
      running: false,
    })
    expect(frameText(sitting.state)).toContain('There is a queue work.')
  })

  it.each([
    ['agents show arch', ['Tab', 'Enter'], { command: 'showAgent', input: { agent: 'swarm_dev/architect' } }],
    ['search --best bell', ['Enter'], { command: 'search', input: { query: ['bell'], best: true } }],
    ['read M001', ['Enter'], { command: 'read', input: { messages: ['M001'], peek: true } }],
    ['ack M001', ['Enter'], null],
    ['inbox', ['Space', 'Enter'], { command: 'inbox', input: {} }],
    ['next', ['Space', 'Enter'], null],
    ['queue create work', ['Enter'], null],
  ] as const)('of a screen that only looks: %s', (line, keys, wanted) => {
    const sitting = atPalette()
    sitting.state = withSession(sitting.state, { readOnly: true })
    sitting.taken()
    sitting.type(line).press(...keys)
    const ran = sitting.taken().filter(({ type }) => type === 'run-command' || type === 'change')
    expect(ran).toMatchObject(wanted === null ? [] : [{ type: 'run-command', ...wanted, looks: true }])
    const told = `${sitting.state.session.toast?.text} ${frameText(sitting.state)}`
    if (wanted === null) expect(told).toContain('read-only')
  })

  it('shows an answer to read, scrolls it, and closes it', () => {
    const sitting = atPalette().type('agents list').press('Enter', 'Enter')
    const value = { agents: Array.from({ length: 60 }, (_, at) => ({ address: `a${at}` })), next: null }
    sitting.tell({ type: 'command-ran', outcome: { type: 'value', title: 'agents list', value } })
    expect(frameText(sitting.state)).toMatch(/- address {2}a0/u)
    expect(frameText(sitting.press('G').state)).toMatch(/- address {2}a59/u)
    expect(sitting.press('q').state.overlay.type).toBe('none')
  })

  it('goes to an agent, and to a thread that only the store knows', () => {
    const there = atPalette().type('swarm_dev/arch').press('Enter')
    expect(there.state.panes.list.source).toEqual({
      type: 'mailbox',
      owner: 'swarm_dev/architect',
      box: 'inbox',
    })
    const sitting = atPalette().type('retention').tell({ type: 'waited', name: 'palette' })
    expect(sitting.effects.at(-1)).toEqual({ type: 'find-threads', text: 'retention' })
    sitting.tell({
      type: 'threads-found',
      text: 'retention',
      threads: [{ message: 'T9', subject: 'On retention', from: 'coo' }],
    })
    sitting.press('Enter')
    expect(sitting.state.panes.list.source).toEqual({ type: 'search', query: 'thread:T9' })
    expect(sitting.press('Esc').state.panes.list.source).toMatchObject({ type: 'mailbox' })
  })

  it('is closed by Esc and by deleting beyond its beginning', () => {
    expect(atPalette().press('Esc').state.overlay.type).toBe('none')
    expect(atPalette().type('a').press('Backspace', 'Backspace').state.overlay.type).toBe('none')
  })
})

const saved = (sitting: Sitting) =>
  sitting.effects.findLast((effect) => effect.type === 'save-draft' && effect.why === 'send')

describe('a message said in a line', () => {
  it('waits for its grace like one that was written in a form', () => {
    const sitting = atPalette()
      .type('send role:architect --subject Look --body "at this" --ttl 2h')
      .press('Enter')
    expect(saved(sitting)).toMatchObject({
      operation: 'send',
      fields: { to: ['role:architect'], subject: 'Look', body: 'at this', ttl: '2h' },
      sendIn: 5000,
    })
    expect(sitting.state.overlay).toMatchObject({ type: 'form', form: { sending: true } })
  })

  it.each([
    { line: 'reply 8VTK0', error: 'Write an answer first.', field: 'body' },
    { line: 'send coo', error: 'Write a subject or a message.', field: 'body' },
    { line: 'forward 8VTK0', error: 'Enter a recipient: an agent, role:NAME or all.', field: 'to' },
    { line: 'handoff coo', error: 'Enter the completed work.', field: 'done' },
  ])('asks in its form for what "$line" lacks, and sends nothing', ({ line, error, field }) => {
    const sitting = atPalette().type(line).press('Enter')
    expect(saved(sitting)).toBeUndefined()
    const { overlay } = sitting.state
    if (overlay.type !== 'form') throw new Error('No form is open')
    expect(overlay.form.fields[overlay.form.focus]).toMatchObject({ name: field, error })
    expect(sitting.effects.map(({ type }) => type)).not.toContain('run-command')
  })

  it.each([
    { line: 'send coo --priority zz --body x', problem: /Priority must be one of .* not "zz"/u },
    { line: 'reply --body x', problem: /Messages? is missing/u },
  ])('is not taken for less than "$line" says', ({ line, problem }) => {
    const sitting = atPalette().type(line).press('Enter')
    expect(sitting.state.overlay).toMatchObject({
      type: 'palette',
      problem: expect.stringMatching(problem),
    })
    expect(saved(sitting)).toBeUndefined()
  })

  it('keeps a kind that its form would not offer', () => {
    const sitting = atPalette().type('reply 8VTK0 --kind notification --body x').press('Enter')
    expect(saved(sitting)).toMatchObject({ fields: { message: '8VTK0', kind: 'notification', body: 'x' } })
  })

  it('says in our own words which flag has no value', () => {
    const sitting = atPalette().type('send coo --body').press('Enter')
    expect(sitting.state.overlay).toMatchObject({ type: 'palette', problem: '--body needs a value.' })
  })
})

describe('in the palette', () => {
  it('an id leads to the thread of its message', () => {
    const sitting = atPalette().type('m001').tell({ type: 'waited', name: 'palette' })
    expect(sitting.effects.at(-1)).toEqual({ type: 'find-threads', text: 'm001' })
    const threads = [{ message: 'M001', subject: 'Report M001', from: 'critic', by: 'm001' }]
    sitting.tell({ type: 'threads-found', text: 'm001', threads })
    expect(offered(sitting)[0]).toEqual('m001  Report M001')
    sitting.press('Enter')
    expect(sitting.state.panes.list.source).toEqual({ type: 'search', query: 'thread:M001' })
  })

  it.each([
    { typed: 'archive thread', first: 'archive the whole thread' },
    { typed: 'snd', first: 'send' },
    { typed: 'pin report', first: 'M001' },
    { typed: 'send #arch', first: 'role:architect' },
  ])('"$typed" finds $first first', ({ typed, first }) => {
    expect(offered(atPalette().type(typed))[0]).toBe(first)
  })

  it('a key that is found behind the name of a command is done by Enter', () => {
    const sitting = atPalette().type('archive thread')
    sitting.taken()
    expect(sitting.press('Enter').taken()).toMatchObject([{ type: 'change', wholeThread: true }])
  })

  it('no id is offered twice, and none for letters that are strewn over a subject', () => {
    expect(offered(atPalette().type('ack M002 '))).toEqual(['M001', 'M003'])
    expect(offered(atPalette().type('ack M002 rpt'))).toEqual([])
  })

  it('search lists what it finds, and has the metrics by their key', () => {
    const sitting = atPalette().type('search from:critic').press('Enter')
    expect(sitting.state).toMatchObject({
      overlay: { type: 'none' },
      panes: { list: { source: { type: 'search', query: 'from:critic' } } },
      session: { queries: ['from:critic'] },
    })
    expect(atPalette().type('stats').press('Enter').state.overlay.type).toBe('sheet')
  })

  it('a search that cannot be is told below its field', () => {
    const sitting = atPalette().type('search kind:foo').press('Enter')
    const request = sitting.state.panes.asked.list
    sitting.tell({ type: 'list-failed', request, problem: 'kind: does not accept foo.' })
    expect(sitting.state).toMatchObject({
      overlay: { type: 'search', field: { text: 'kind:foo' }, problem: 'kind: does not accept foo.' },
      panes: { list: { source: { type: 'mailbox' }, selected: 'M001' } },
    })
  })

  it('Enter takes the marked completion of a begun word, then runs the line', () => {
    const sitting = atPalette().type('agents show arch')
    expect(frameText(sitting.state)).toMatch(/▸ *swarm_dev.architect/u)
    sitting.taken()
    sitting.press('Enter')
    expect(sitting.state.overlay).toMatchObject({ field: { text: 'agents show swarm_dev/architect ' } })
    expect(sitting.taken().filter(({ type }) => type === 'run-command')).toEqual([])
    expect(sitting.press('Enter').taken().at(-1)).toMatchObject({
      type: 'run-command',
      input: { agent: 'swarm_dev/architect' },
      columns: 112,
    })
  })

  it('Enter runs a word that is whole, and marks no other', () => {
    const sitting = atPalette().type('agents show architect')
    expect(frameText(sitting.state)).not.toMatch(/▸ *swarm_dev/u)
    expect(sitting.press('Enter').taken().at(-1)).toMatchObject({ input: { agent: 'architect' } })
  })
})
