import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { contextIdOf, threadOf } from '../../../src/faces/a2a/ids.ts'
import { textOfParts } from '../../../src/faces/a2a/parts.ts'
import { readList, readSend } from '../../../src/faces/a2a/requests.ts'
import { readState, stateName } from '../../../src/faces/a2a/states.ts'

describe('the text of a message', () => {
  const cases: readonly (readonly [string, readonly Json[], string])[] = [
    ['one text', [{ text: 'Hello' }], 'Hello'],
    ['several texts', [{ text: 'One' }, { text: 'Two' }], 'One\n\nTwo'],
    ['an empty one among them', [{ text: '' }, { text: 'Two' }], '\n\nTwo'],
    ['data', [{ data: { a: 1 } }], '```json\n{"a":1}\n```'],
    ['data that is nothing', [{ data: null }], '```json\nnull\n```'],
    ['data that breaks out of its fence', [{ data: '```' }], '````json\n"```"\n````'],
    ['text with the name of a file', [{ text: 'x\n', filename: 'a.txt' }], 'a.txt:\n\n```\nx\n\n```'],
    ['a name of several lines', [{ text: 'x', filename: 'a\n# b' }], 'a # b:\n\n```\nx\n```'],
    ['a kind of text', [{ text: '<b>', mediaType: 'text/html' }], '<b>'],
  ]
  it.each(cases)('%s', (_, parts, text) => {
    expect(textOfParts(parts)).toBe(text)
  })

  it('is hardly longer than its data, however deep that is', () => {
    const deep = '['.repeat(2_000) + ']'.repeat(2_000)
    expect(textOfParts([{ data: JSON.parse(deep) }]).length).toBe(deep.length + '```json\n\n```'.length)
  })

  it('may have more runs of backticks than a call has arguments', () => {
    const text = '` '.repeat(500_000)
    expect(textOfParts([{ text, filename: 'a.md' }])).toBe(`a.md:\n\n\`\`\`\n${text}\n\`\`\``)
  })

  it('has all that its data had, whatever that is', () => {
    const value = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(value, (data) => {
        const [, fence = ''] = /^(`+)json\n/u.exec(textOfParts([{ data: data as Json }])) ?? []
        const text = textOfParts([{ data: data as Json }])
        const inner = text.slice(`${fence}json\n`.length, -`\n${fence}`.length)
        expect(inner).not.toContain(fence)
        expect(JSON.stringify(JSON.parse(inner))).toBe(JSON.stringify(data))
      }),
    )
  })
})

it('a thread and its context are the same, there and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (thread) => {
      expect(threadOf(contextIdOf(thread))).toBe(thread)
    }),
  )
  const none = ['', '1', 'CTX', 'ABCD', contextIdOf(7).toLowerCase(), ` ${contextIdOf(7)}`]
  expect(none.map(threadOf)).toEqual(none.map(() => null))
})

it('each state has its name, and no other name has a state', () => {
  const states = ['submitted', 'working', 'input-required', 'completed', 'failed', 'canceled'] as const
  expect(states.map((state) => readState(stateName(state)))).toEqual(states)
  expect([readState('TASK_STATE_REJECTED'), readState('TASK_STATE_AUTH_REQUIRED')]).toEqual([
    'never',
    'never',
  ])
  expect([readState(undefined), readState('TASK_STATE_UNSPECIFIED')]).toEqual([undefined, undefined])
  expect(() => readState('working')).toThrow('TASK_STATE_SUBMITTED, TASK_STATE_WORKING')
})

describe('what is left out of a request', () => {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'T' }] }

  it('is as empty text and null say', () => {
    const usual = {
      taskId: undefined,
      contextId: undefined,
      skill: undefined,
      history: 100,
      returnsAtOnce: false,
    }
    expect(readSend({ message })).toMatchObject({ messageId: 'm', text: 'T', more: {}, ...usual })
    const empty = { ...message, taskId: '', contextId: null, metadata: null, referenceTaskIds: [] }
    expect(readSend({ message: empty, configuration: null, tenant: '' })).toMatchObject({
      more: {},
      ...usual,
    })
  })

  it('is 50 tasks without history and artifacts', () => {
    const usual = { limit: 50, after: null, history: 0, artifacts: false, state: undefined, since: undefined }
    expect(readList({})).toMatchObject(usual)
    expect(readList({ pageToken: '', status: '', historyLength: 1_000, pageSize: 100 })).toMatchObject({
      ...usual,
      limit: 100,
      history: 100,
    })
    expect(readList({ statusTimestampAfter: '2027-01-31T09:00:00.123456789Z' }).since).toBe(
      Date.UTC(2027, 0, 31, 9, 0, 0, 123),
    )
  })
})
