import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyHandoff, handoffBody } from '../../../src/domain/handoff.ts'
import {
  carriedForm,
  editedForm,
  failForm,
  formInput,
  isWritten,
  offerCandidates,
  openDraft,
  openForm,
  prefillHandoff,
  updateForm,
} from '../../../src/faces/tui/compose/form/form.ts'
import { openReplyLine, updateReplyLine } from '../../../src/faces/tui/compose/form/form-reply-line.ts'
import type {
  FormEvent,
  FormInitial,
  FormInput,
  FormKind,
  FormOutcome,
  FormState,
} from '../../../src/faces/tui/model/form.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import { checkInput } from '../../../src/input/input.ts'
import { resolveDebate } from '../../../src/operations/debates/resolve.ts'
import { forward } from '../../../src/operations/mail/forward.ts'
import { handoff } from '../../../src/operations/mail/handoff.ts'
import { reply } from '../../../src/operations/mail/reply.ts'
import { send } from '../../../src/operations/mail/send.ts'
import { caretIn, drawnForm } from '../../support/drawn-form.tsx'
import { keyEvent, typing } from './form-typing.ts'

const operations = { send, reply, forward, handoff, ruling: resolveDebate } as const
const known = ['architect', 'critic', 'implementer', 'role:reviewer', 'all', 'broadcast:swarm_dev']
const size = { columns: 80, rows: 24 }

type Typed = string | { readonly paste: string }
/** Keys by their spelling; a text in quotes is typed letter by letter; addresses are asked for as the program does. */
function press(form: FormState, ...keys: readonly Typed[]): { form: FormState; outcome: FormOutcome } {
  let step: { form: FormState; outcome: FormOutcome } = { form, outcome: null }
  const feed = (event: FormEvent) => {
    step = updateForm(step.form, event, size)
    if (step.outcome?.type === 'complete')
      step = {
        form: offerCandidates(step.form, { what: 'address', text: step.outcome.text, names: known }),
        outcome: null,
      }
  }
  for (const key of keys) {
    if (typeof key !== 'string') feed({ type: 'paste', text: key.paste })
    else if (key.startsWith("'")) for (const label of typing(key.slice(1, -1))) feed(keyEvent(label))
    else feed(keyEvent(key))
  }
  return step
}
const shown = (form: FormState, at = size) => drawnForm(form, at)
const words = (form: FormState) => screen(form).replace(/[│\s]+/gu, ' ')
const screen = (form: FormState, at = size) => shown(form, at).join('\n')

type Row = readonly [string, FormKind, FormInitial, readonly Typed[], FormInput]
const sent: readonly Row[] = [
  [
    'a template, which knows its route',
    'compose',
    {},
    [...Array(7).fill('Tab'), "'MERGE_READY'", 'Tab', "'BRANCH=x'", 'Enter', "'ISSUE=y'", 'C-s'],
    { template: 'MERGE_READY', field: ['BRANCH=x', 'ISSUE=y'] },
  ],
  [
    'attachments',
    'compose',
    { input: { to: ['critic'], subject: 'x' } },
    ['Tab', { paste: 'a.txt\nb c.txt' }, 'C-s'],
    { to: ['critic'], subject: 'x', attach: ['a.txt', 'b c.txt'] },
  ],
  [
    'a new message',
    'compose',
    {},
    ["'critic'", 'Tab', 'Tab', "'Tests red'", 'Tab', 'Tab', 'Tab', "'See job 41.\nNow.'", 'C-s'],
    { to: ['critic'], subject: 'Tests red', body: 'See job 41.\nNow.' },
  ],
  [
    'kind and priority by arrows, Space and letter',
    'compose',
    { input: { to: ['critic'], subject: 'x' } },
    ['S-Tab', 'u', 'S-Tab', 'Right', 'Space', 'Right', 'Left', 'C-s'],
    { to: ['critic'], subject: 'x', kind: 'response', priority: 'urgent' },
  ],
  [
    'Enter goes on to the next line field',
    'compose',
    {},
    ["'all'", 'Enter', 'Enter', "'Freeze'", 'Enter', 'Enter', 'Enter', "'x'", 'C-s'],
    { to: ['all'], subject: 'Freeze', body: 'x' },
  ],
  [
    'completed addresses',
    'compose',
    {},
    ["'cri'", 'Tab', "'rev'", 'Tab', 'Alt-Enter', "'x'", 'C-s'],
    { to: ['critic', 'role:reviewer'], body: 'x' },
  ],
  [
    'an answer',
    'reply',
    { input: { message: 'Q8Y7D' }, about: { from: 'critic', subject: 'Tests red' } },
    ["'Fixed.'", 'C-s'],
    { message: 'Q8Y7D', body: 'Fixed.' },
  ],
  [
    'an answer to everyone',
    'reply',
    { input: { message: 'Q8Y7D', all: true }, about: { from: 'critic', subject: 'Tests red' } },
    ["'Fixed.'", 'C-s'],
    { message: 'Q8Y7D', all: true, body: 'Fixed.' },
  ],
  [
    'an answer to a position, with a file',
    'answer',
    { input: { message: 'C0001' }, about: { from: 'critic', subject: 'Stores' } },
    ['Right', 'Right', 'Tab', "'It needs one.'", ...Array(8).fill('Tab'), "'bench.md'", 'C-s'],
    { message: 'C0001', kind: 'counter', statement: 'It needs one.', attach: ['bench.md'] },
  ],
  [
    'a forwarded message',
    'forward',
    { input: { message: 'Q8Y7D' }, about: { from: 'critic', subject: 'Tests red' } },
    ["'arch'", 'Tab', 'Alt-Enter', "'Still true?'", 'C-s'],
    { message: 'Q8Y7D', to: ['architect'], body: 'Still true?' },
  ],
]

describe('what a form sends', () => {
  test.each(sent)('%s', (_name, kind, initial, keys, input) => {
    const { form, outcome } = press(openForm(kind, initial), ...keys)
    expect(outcome).toEqual({ type: 'submit', operation: form.operation, input, meant: false })
    expect(checkInput(operations[form.operation].input, input)).toMatchObject(input)
    expect(press(form, 'C-s').outcome).toBeNull()
  })

  test('a handoff sends what the flags of the command line would', () => {
    const keys = [
      "'implementer'",
      'Tab',
      "'Implement the store'",
      'Tab',
      "'Design approved'",
      'Tab',
      "'Ready'",
      'Tab',
      "'Write store.py\nAdd tests'",
      'C-o',
      "'No schema'",
      'Tab',
      "'DESIGN.md'",
      'Tab',
      "'store.py'",
      'Tab',
      'Right',
      'Right',
      'Tab',
      "'Mind the lock.'",
      'Tab',
      "'kept'",
      'Tab',
      "'state.json'",
      'Tab',
      "'job 7'",
      'Tab',
      "'ESC-1'",
      'Tab',
      "'41'",
    ]
    const { form } = press(openForm('handoff', { self: 'architect' }), ...keys)
    const flags = {
      to: 'implementer',
      subject: 'Implement the store',
      done: 'Design approved',
      state: 'Ready',
      next: ['Write store.py', 'Add tests'],
      blocker: ['No schema'],
      file: ['DESIGN.md'],
      created: ['store.py'],
      priority: 'high',
      body: 'Mind the lock.',
      notes: 'kept',
      stateFile: 'state.json',
      dependency: ['job 7'],
      escalation: ['ESC-1'],
      job: '41',
    }
    expect(formInput(form)).toEqual(flags)
    expect(checkInput(handoff.input, formInput(form))).toEqual(checkInput(handoff.input, flags))
  })

  test('every field of a form is an input of its operation', () => {
    for (const kind of ['compose', 'reply', 'forward', 'handoff', 'rule'] as const) {
      const form = openForm(kind)
      for (const { name } of form.fields)
        expect(Object.keys(operations[form.operation].input)).toContain(name)
    }
  })

  test('what has no field goes along', () => {
    const form = openForm('compose', { input: { to: ['critic'], subject: 'x', task: 'T-41', tag: ['a'] } })
    expect(formInput(form)).toEqual({ to: ['critic'], subject: 'x', task: 'T-41', tag: ['a'] })
  })
})

describe('a handoff', () => {
  const context = { ...emptyHandoff, work_completed: 'Design', next_steps: ['Build'], current_state: 'Ready' }
  const thread = {
    subject: 'Re: Fwd: Mailbox store',
    messages: [
      { id: 'AAAAA', kind: 'handoff', context: { ...context, work_completed: 'Old' } },
      { id: 'BBBBB', kind: 'handoff', context },
      { id: 'CCCCC', kind: 'response', context: null },
    ],
  }

  test('begins with what the thread last handed on', () => {
    const form = openForm('handoff', { ...prefillHandoff(thread), self: 'lea' })
    expect(formInput(form)).toEqual({
      subject: 'Mailbox store',
      done: 'Design',
      state: 'Ready',
      next: ['Build'],
      replyTo: 'CCCCC',
    })
    expect(form.fields[form.focus]?.name).toBe('to')
    expect(isWritten(form)).toBe(false)
  })

  test('names the escalations of its thread beside those that were handed on', () => {
    const messages = [
      { id: 'AAAAA', kind: 'handoff', context: { ...context, related_escalations: ['EEEEE', 'BBBBB'] } },
      { id: 'BBBBB', kind: 'escalation', context: null },
      { id: 'CCCCC', kind: 'escalation', context: null },
    ]
    const form = openForm('handoff', prefillHandoff({ ...thread, messages }))
    expect(formInput(form)['escalation']).toEqual(['EEEEE', 'BBBBB', 'CCCCC'])
  })

  test('is previewed exactly as it will be rendered before it goes', () => {
    const form = openForm('handoff', { ...prefillHandoff(thread), self: 'lea' })
    const first = press(form, "'implementer'", 'C-s')
    expect(first.outcome).toBeNull()
    for (const line of handoffBody('lea', 'implementer', context, '').split('\n'))
      expect(screen(first.form)).toContain(line.replaceAll('**', '').replace(/^\d+\. |^[-*] /u, ''))
    expect(press(first.form, 'C-s').outcome).toMatchObject({ type: 'submit', operation: 'handoff' })
    expect(press(first.form, 'Esc').form.preview).toBeNull()
    expect(press(form, 'C-p').form.preview).toBe(0)
    expect(press(form, 'C-p', 'C-p').form.preview).toBeNull()
  })

  test('a preview scrolls to its end and not beyond', () => {
    const long = openForm('handoff', {
      input: { to: 'a', done: 'x', next: Array.from({ length: 60 }, (_, at) => `step ${at}`) },
    })
    const { form } = press(long, 'C-p', ...Array.from({ length: 20 }, () => 'PageDown'))
    expect(screen(form)).toContain('step 59')
    expect(screen(press(form, 'Up').form)).not.toContain('step 59')
  })

  test('a draft that was written with a whole context opens in its fields', () => {
    const form = openDraft({
      id: 'D1',
      operation: 'handoff',
      fields: { to: 'critic', context, state: 'Mine' },
    })
    expect(form.draft).toBe('D1')
    expect(formInput(form)).toEqual({ to: 'critic', done: 'Design', state: 'Mine', next: ['Build'] })
  })
})

describe('what is missing', () => {
  test.each([
    ['compose', [], 'to', 'Enter a recipient'],
    ['compose', ["'critic'"], 'body', 'Write a subject or a message.'],
    ['reply', [], 'body', 'Write an answer first.'],
    ['forward', [], 'to', 'Enter a recipient'],
    ['handoff', ["'critic'"], 'done', 'Enter the completed work.'],
    ['handoff', ["'critic, all'", 'Tab', 'Tab', "'x'"], 'to', 'Only one agent can take over'],
  ] as const)('%s after %j: under %s', (kind, keys, name, sentence) => {
    const { form, outcome } = press(openForm(kind), ...keys, 'Tab', 'C-s')
    expect(outcome).toBeNull()
    expect(form.fields[form.focus]?.name).toBe(name)
    expect(screen(form)).toContain(sentence)
  })

  test('goes away when it is written', () => {
    const { form } = press(openForm('reply'), 'C-s', "'x'")
    expect(screen(form)).not.toContain('Write an answer')
  })
})

describe('errors of the operation', () => {
  const written = press(
    openForm('compose', { input: { cc: ['bobb'] } }),
    "'critik'",
    'Tab',
    'Alt-Enter',
    "'text'",
    'C-s',
  )
  const unknown = (name: string) => ({
    code: 'unknown-recipient',
    message: `There is no agent ${name}; nothing was sent.`,
    hint: 'Did you mean critic?',
  })

  test.each([
    ['critic', 'to'],
    ['bobb', 'cc'],
  ])('an unknown %s is told under %s', (name, field) => {
    const failed = failForm(written.form, unknown(name))
    expect(failed.fields[failed.focus]).toMatchObject({ name: field })
    expect(words(failed)).toContain(`There is no agent ${name}; nothing was sent.`)
    expect(words(failed)).toContain('Did you mean critic?')
    expect(formInput(failed)).toEqual(formInput(written.form))
    expect(press(failed, 'C-s').outcome).toMatchObject({ type: 'submit' })
  })

  test('any other is told above the hints, and nothing is lost', () => {
    const failed = failForm(written.form, { code: 'busy', message: 'The store is busy.', hint: 'Try again.' })
    expect(shown(failed).at(-3)).toContain('The store is busy. Try again.')
    expect(formInput(failed)).toEqual(formInput(written.form))
  })

  test('escape sequences in an error are not obeyed', () => {
    expect(screen(failForm(written.form, { message: 'x\u001b]0;t\u0007y\nz' }))).toContain('xy z')
  })
})

describe('closing', () => {
  const form = openForm('reply', { input: { message: 'Q8Y7D' } })

  test('asks nothing when nothing was written', () => {
    expect(press(form, 'Esc').outcome).toMatchObject({ type: 'cancel', keep: false })
  })

  test.each([
    ['y', true],
    ['Enter', true],
    ['n', false],
  ])('asks when something was: %s', (key, keep) => {
    const asked = press(form, "'half'", 'Esc')
    expect(asked.outcome).toBeNull()
    expect(shown(asked.form).at(-2)).toContain('Keep as a draft?')
    // However narrow it is, every answer is told with the question.
    for (const columns of [40, 50, 62])
      expect(shown(asked.form, { columns, rows: 12 }).at(-2)).toMatch(/Keep .*\? y .* n .* Esc /u)
    expect(press(asked.form, key).outcome).toEqual({
      type: 'cancel',
      keep,
      operation: 'reply',
      input: { message: 'Q8Y7D', body: 'half' },
    })
  })

  test('Esc again goes on writing, and other keys do nothing', () => {
    const { form: back } = press(form, "'half'", 'Esc', 'x', { paste: 'y' }, 'Esc', "'!'")
    expect(formInput(back)['body']).toBe('half!')
  })

  test('while it is being sent only Esc counts, and keeps a draft', () => {
    const { form: sending } = press(form, "'x'", 'C-s')
    expect(press(sending, 'y').form).toBe(sending)
    expect(press(sending, 'Esc').outcome).toMatchObject({ type: 'cancel', keep: true })
  })
})

describe('addresses', () => {
  test('candidates are offered, chosen by arrows, taken by Tab, closed by Esc', () => {
    const asked = updateForm(openForm('compose'), keyEvent('r'), size)
    expect(asked.outcome).toEqual({ type: 'complete', what: 'address', text: 'r' })
    const { form } = press(openForm('compose'), "'i'")
    expect(form.candidates?.names).toEqual(['implementer', 'critic', 'architect', 'role:reviewer'])
    expect(screen(form)).toContain('▸ implementer')
    expect(formInput(press(form, 'Down', 'Tab').form)).toEqual({ to: ['critic'] })
    expect(formInput(press(form, 'Down', 'Enter').form)).toEqual({ to: ['critic'] })
    expect(formInput(press(form, 'Up', 'Tab').form)).toEqual({ to: ['role:reviewer'] })
    expect(press(form, 'Esc').form.candidates).toBeNull()
    expect(press(form, 'Enter').form.focus).toBe(1)
  })

  test('a misspelled name is offered its nearest', () => {
    expect(press(openForm('compose'), "'critik'").form.candidates?.names).toEqual(['critic'])
  })

  test('a whole name needs no offer, and the second of two is completed alone', () => {
    expect(press(openForm('compose'), "'implementer'").form.candidates).toBeNull()
    expect(formInput(press(openForm('compose'), "'all, arch'", 'Tab').form)).toEqual({
      to: ['all', 'architect'],
    })
    expect(formInput(press(openForm('handoff'), "'arch'", 'Tab').form)['to']).toBe('architect')
  })
})

describe('the outer editor', () => {
  test('takes the text of the field, or of the body, and gives it back', () => {
    const { form, outcome } = press(openForm('compose'), "'critic'", 'C-g')
    expect(outcome).toEqual({
      type: 'edit',
      text: '',
      field: 'body',
      whole: 'To: critic\nCc:\nSubject:\nKind:\nPriority:\nFiles:\n\n',
    })
    const back = editedForm(form, 'from\u001b[31m vim\n')
    expect(formInput(back)).toEqual({ to: ['critic'], body: 'from vim' })
    expect(
      press(openForm('handoff', { input: { to: 'a', next: ['x'] } }), 'Tab', 'Tab', 'C-g').outcome,
    ).toMatchObject({ type: 'edit', text: 'x', field: 'next' })
  })
})

describe('the reply line', () => {
  const type = (...keys: readonly string[]) =>
    keys.reduce((line, key) => updateReplyLine(line, keyEvent(key)).line, openReplyLine())

  test.each([
    ['Enter', { type: 'send', text: 'Done.' }],
    ['Esc', { type: 'cancel', text: 'Done.' }],
    ['Alt-Enter', { type: 'grow', text: 'Done.' }],
    ['C-g', { type: 'edit', text: 'Done.' }],
    ['Tab', null],
  ])('%s', (key, outcome) => {
    expect(updateReplyLine(type(...typing('Done.')), keyEvent(key)).outcome).toEqual(outcome)
  })

  test('nothing is not sent', () => {
    expect(updateReplyLine(type('Space'), keyEvent('Enter')).outcome).toBeNull()
  })

  test('a paste of several lines grows into the form', () => {
    const { outcome } = updateReplyLine(type('a'), { type: 'paste', text: 'b\nc\u0007' })
    expect(outcome).toEqual({ type: 'grow', text: 'ab\nc␇' })
    const form = carriedForm(openForm('reply', { input: { message: 'Q8Y7D' } }), 'ab\nc␇')
    expect(formInput(form)).toEqual({ message: 'Q8Y7D', body: 'ab\nc␇' })
    expect(isWritten(form)).toBe(true)
  })
})

describe('the view', () => {
  const forms: readonly FormState[] = [
    openForm('compose'),
    press(openForm('compose'), "'r'").form,
    press(openForm('compose'), 'C-s').form,
    press(openForm('reply', { about: { from: 'critic', subject: '日本語'.repeat(30) } }), {
      paste: 'long words '.repeat(200),
    }).form,
    press(openForm('handoff', { input: { done: 'x\n'.repeat(50), next: ['a', 'b'] } }), 'C-s').form,
    press(openForm('handoff', { input: { to: 'a', done: 'x\n'.repeat(50) } }), 'C-s').form,
    failForm(openForm('compose'), { message: 'word '.repeat(80) }),
  ]

  test.each([
    [80, 24],
    [50, 20],
    [40, 10],
    [120, 40],
    [20, 6],
  ])('fills %i × %i exactly and shows the caret', (columns, rows) => {
    for (const form of forms) {
      for (let focus = 0; focus < form.fields.length; focus += 1) {
        const here = { ...form, focus, candidates: focus === 0 ? form.candidates : null }
        const lines = shown(here, { columns, rows })
        expect(lines).toHaveLength(rows)
        for (const line of lines) expect(widthOf(line)).toBe(columns)
        const isWriting = here.preview === null && here.fields[focus]?.kind !== 'choice'
        expect(caretIn(here, { columns, rows }) !== null).toBe(isWriting)
        if (here.preview === null) expect(screen(here, { columns, rows })).toContain('▸')
      }
    }
  })

  test('a form at 40 × 10', () => {
    const { form } = press(
      openForm('compose'),
      "'critic'",
      'Alt-Enter',
      "'Tests are red on main, see the job.'",
    )
    expect(screen(form, { columns: 40, rows: 10 })).toMatchInlineSnapshot(`
      "╭─ New message ────────────────────────╮
      │   Cc        copies; no answer needed │
      │   Subject   the topic in one line    │
      │   Kind      request (notification t… │
      │   Priority  normal                   │
      │ ▸ Message   Tests are red on main,   │
      │             see the job.             │
      │   Files     paths, one per line      │
      │ C-s send  Tab next  Esc close        │
      ╰──────────────────────────────────────╯"
    `)
  })

  test('a handoff at 60 × 18', () => {
    const form = openForm('handoff', {
      ...prefillHandoff({
        subject: 'Re: Store',
        messages: [
          {
            id: 'BBBBB',
            kind: 'handoff',
            context: { ...emptyHandoff, work_completed: 'Design', next_steps: ['Build', 'Test'] },
          },
        ],
      }),
    })
    expect(screen(press(form, "'i'").form, { columns: 60, rows: 18 })).toMatchInlineSnapshot(`
      "╭─ Hand off: Store ────────────────────────────────────────╮
      │ ▸ To          i                                          │
      │               ▸ implementer                              │
      │                 critic                                   │
      │                 architect                                │
      │                 role:reviewer                            │
      │   Subject     Store                                      │
      │   Done        Design                                     │
      │   State       the state of the work, and why you pass i… │
      │   Next steps  Build                                      │
      │               Test                                       │
      │   15 more fields · C-o shows them                        │
      │                                                          │
      │                                                          │
      │                                                          │
      │                                                          │
      │ Tab take  Down choose  Esc close  C-s preview  C-o all   │
      ╰──────────────────────────────────────────────────────────╯"
    `)
  })

  test('any keys at all leave a drawable form whose text is clean', () => {
    const label = fc.constantFrom(
      'Tab',
      'S-Tab',
      'Enter',
      'Esc',
      'C-s',
      'C-p',
      'C-g',
      'Up',
      'Down',
      'Left',
      'Right',
      'Space',
      'a',
      'y',
      'n',
      'Backspace',
      'PageUp',
      'PageDown',
      'Alt-Enter',
      'C-_',
      'C-k',
      'C-y',
      'r',
    )
    const typed = fc.oneof(
      label,
      fc.string({ unit: 'binary', maxLength: 20 }).map((paste) => ({ paste })),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('compose', 'reply', 'forward', 'handoff'),
        fc.array(typed, { maxLength: 40 }),
        fc.integer({ min: 12, max: 100 }),
        fc.integer({ min: 5, max: 30 }),
        (kind, keys, columns, rows) => {
          const { form } = press(openForm(kind), ...keys)
          const lines = shown(form, { columns, rows })
          expect(lines).toHaveLength(rows)
          for (const line of lines) {
            expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u)
            expect(widthOf(line)).toBe(columns)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
