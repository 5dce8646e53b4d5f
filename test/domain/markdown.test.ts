import { describe, expect, test } from 'vitest'
import { asHandoff, emptyHandoff, handoffBody, handoffJson } from '../../src/domain/handoff.ts'
import { type MarkdownSource, toMarkdown } from '../../src/domain/markdown.ts'

const message: MarkdownSource = {
  priority: 'normal',
  subject: 'Code review feedback',
  from: 'critic',
  kind: 'request',
  sentAt: new Date(2026, 0, 3, 14, 5, 59).getTime(),
  swarm: null,
  thread: null,
  body: 'Found issues.',
  context: null,
  attachments: [],
  payload: null,
}

const head = (first: string, more: readonly string[] = []) => [
  first,
  '',
  '**From:** critic',
  '**Type:** request',
  ...more,
  '',
  '---',
  '',
  'Found issues.',
]

/** What ADR-003 §1.1 `Message.to_markdown()` prints for the same message. */
describe('to_markdown', () => {
  const rows: readonly [string, Partial<MarkdownSource>, readonly string[]][] = [
    [
      'without a marker keeps its two spaces',
      {},
      head('##  Code review feedback', ['**Priority:** NORMAL', '**Sent:** 2026-01-03 14:05']),
    ],
    [
      'low has none either',
      { priority: 'low' },
      head('##  Code review feedback', ['**Priority:** LOW', '**Sent:** 2026-01-03 14:05']),
    ],
    [
      'high',
      { priority: 'high' },
      head('## [HIGH] Code review feedback', ['**Priority:** HIGH', '**Sent:** 2026-01-03 14:05']),
    ],
    [
      'urgent, in a thread and a swarm',
      { priority: 'urgent', thread: 'Q8Y7D', swarm: 'swarm_dev' },
      head('## [URGENT] Code review feedback', [
        '**Priority:** URGENT',
        '**Sent:** 2026-01-03 14:05',
        '**Thread:** Q8Y7D',
        '**Swarm:** swarm_dev',
      ]),
    ],
    [
      'without a subject is stripped',
      { subject: '' },
      head('##', ['**Priority:** NORMAL', '**Sent:** 2026-01-03 14:05']),
    ],
  ]

  test.each(rows)('%s', (_, more, lines) => {
    expect(toMarkdown({ ...message, ...more })).toBe(lines.join('\n'))
  })

  test('context, attachments and payload in Python’s spelling', () => {
    const text = toMarkdown({
      ...message,
      context: {
        files_modified: ['a.py', 3, null, true, ['x', "it's"], { k: 'v' }],
        blockers: [],
        state: null,
        done: false,
        note: "it's",
        nested: { a: 'b', c: [1, 'two'] },
      },
      attachments: ['workspace/MAILBOX_DESIGN.md'],
      payload: { verdict: 'NEEDS_CHANGES', issue_count: 3, ümläut: 'é', empty: {}, list: [] },
    })
    expect(text.split('Found issues.')[1]).toBe(
      [
        '',
        '',
        '### Context',
        '',
        '- **files_modified:**',
        '  - a.py',
        '  - 3',
        '  - None',
        '  - True',
        `  - ['x', "it's"]`,
        "  - {'k': 'v'}",
        '- **blockers:**',
        '- **state:** None',
        '- **done:** False',
        "- **note:** it's",
        "- **nested:** {'a': 'b', 'c': [1, 'two']}",
        '',
        '### Attachments',
        '',
        '- `workspace/MAILBOX_DESIGN.md`',
        '',
        '### Payload',
        '',
        '```json',
        '{',
        '  "verdict": "NEEDS_CHANGES",',
        '  "issue_count": 3,',
        '  "\\u00fcml\\u00e4ut": "\\u00e9",',
        '  "empty": {},',
        '  "list": []',
        '}',
        '```',
      ].join('\n'),
    )
  })

  test('a payload beyond the basic plane is escaped in halves', () => {
    expect(toMarkdown({ ...message, payload: { face: '\u{1f600}' } })).toContain('"face": "\\ud83d\\ude00"')
  })

  test.each([null, {}, [], ''])('payload %j is none', (payload) => {
    expect(toMarkdown({ ...message, payload })).not.toContain('Payload')
  })
})

/** What ADR-003 §2 `handoff()` writes into the body. */
describe('handoff', () => {
  const work = { ...emptyHandoff, work_completed: 'Design complete', current_state: 'Ready' }

  test('with nothing more than it needs', () => {
    expect(handoffBody('a', 'b', work, '')).toBe(
      'Work handoff from a to b.\n\n**Work Completed:** Design complete\n\n**Current State:** Ready',
    )
  })

  test('with everything', () => {
    const full = { ...work, next_steps: ['one', 'two'], blockers: ['none yet'], files_modified: ['x.py'] }
    expect(handoffBody('a', 'b', full, 'Mind the gap.')).toBe(
      [
        'Work handoff from a to b.',
        '',
        '**Work Completed:** Design complete',
        '',
        '**Current State:** Ready',
        '',
        '**Next Steps:**',
        '- one',
        '- two',
        '',
        '**Blockers:**',
        '- none yet',
        '',
        '**Notes:**',
        'Mind the gap.',
      ].join('\n'),
    )
  })

  test('comes back from a message’s context in the source’s order', () => {
    expect(Object.keys(handoffJson(work))).toEqual(Object.keys(emptyHandoff))
    expect(asHandoff(handoffJson(work))).toEqual(work)
    expect(asHandoff({ files: ['x'] })).toBeNull()
    expect(asHandoff(null)).toBeNull()
  })
})
