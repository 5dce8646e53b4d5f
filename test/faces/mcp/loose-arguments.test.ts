import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/domain/json.ts'
import { readIncoming } from '../../../src/faces/mcp/incoming.ts'
import { looseArguments } from '../../../src/faces/mcp/loose-arguments.ts'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

const inputSchema = {
  type: 'object',
  properties: {
    unread: { type: ['boolean', 'string'] },
    limit: { type: ['integer', 'string'] },
    to: { type: ['array', 'string'], items: { type: 'string' } },
    subject: { type: 'string' },
  },
} as const

test.each<[JsonObject, JsonObject]>([
  [{ unread: null, to: ['al'] }, { to: ['al'] }],
  [{ unread: 'true' }, { unread: true }],
  [{ unread: ' false ' }, { unread: false }],
  [{ unread: 'yes' }, { unread: 'yes' }],
  [{ limit: '5' }, { limit: '5' }],
  [{ to: '["al","bob"]' }, { to: ['al', 'bob'] }],
  [{ to: '[]' }, { to: [] }],
  [{ to: 'al' }, { to: 'al' }],
  [{ to: '[al]' }, { to: '[al]' }],
  [{ to: '[1]' }, { to: '[1]' }],
  // The schema leaves it open: text stays text.
  [{ subject: 'true' }, { subject: 'true' }],
  [{ subject: '["al"]' }, { subject: '["al"]' }],
  [{ constructor: 'true' } as unknown as JsonObject, { constructor: 'true' } as unknown as JsonObject],
])('%j is taken as %j', (given, taken) => {
  expect(looseArguments({ inputSchema }, given)).toEqual(taken)
})

test('every line is a message or is answered, with its id where it has one', () => {
  const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue())
  const request = fc.record(
    {
      jsonrpc: fc.constantFrom<unknown>('2.0', '1.0', null),
      id,
      method: fc.oneof(fc.string(), fc.jsonValue()),
      params: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        request.map((one) => JSON.stringify(one)),
        fc.json(),
        fc.string(),
      ),
      (line) => {
        const read = readIncoming(line)
        if ('message' in read) expect(JSON.parse(line)).toEqual(expect.objectContaining({ jsonrpc: '2.0' }))
        else expect(read.refusal).toMatchObject({ error: { code: expect.any(Number) } })
      },
    ),
  )
})

describe('a real server', () => {
  let desk: Desk
  beforeEach(() => {
    desk = openDesk(['al', 'bob'])
  })
  afterEach(() => desk.close())

  const call = (id: number, name: string, args: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })
  const served = [
    '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":null}',
    call(3, 'inbox', null),
    call(4, 'inbox', { unread: 'true', limit: '5' }),
    call(5, 'send', { to: '["al"]', subject: 's', body: 'b', payload: null }),
    call(6, 'send', { to: 'al', subject: 's', body: 'b' }),
  ]
  const refused = [
    '{"jsonrpc":"2.0","id":20,"method":"tools/list","params":[]}',
    '{"jsonrpc":"2.0","id":21,"method":7}',
    '{"id":22,"method":"tools/list"}',
    call(23, 'constructor', {}),
    call(24, '__proto__', {}),
    call(25, 'send', { to: '["al"]', subject: 's', body: 'b', payload: { id: 2 ** 60 } }),
    '{"jsonrpc":"2.0","id":26,"method":"tools/call","params":{"name":null}}',
  ]
  const long = `{"jsonrpc":"2.0","id":27,"method":"tools/list","params":{"_meta":{"a":"${'x'.repeat(2 ** 26)}"}}}`
  const nameless = ['nonsense', '[]', '7', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', long]

  test('answers every request, also malformed ones', async () => {
    const child = spawn(process.execPath, [programFile, 'mcp', '--as', 'bob'], {
      cwd: desk.folder,
      env: { ...quietEnvironment(), HOME: desk.folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const answers: { id: unknown; result?: { isError?: boolean }; error?: unknown }[] = []
    createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line)))
    const clientInfo = { name: 't', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const begin = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const lines = [begin, '{"jsonrpc":"2.0","method":"notifications/initialized"}', ...nameless]
    child.stdin.end(`${[...lines, ...served, ...refused].join('\n')}\n`)
    await once(child, 'close')
    const isRefused = (id: unknown) =>
      answers
        .filter((one) => one.id === id)
        .map(({ result, error }) => (error ?? result?.isError) !== undefined)
    for (const line of served) expect(isRefused(JSON.parse(line).id), line).toEqual([false])
    for (const line of refused) expect(isRefused(JSON.parse(line).id), line).toEqual([true])
    expect(isRefused(null)).toEqual(nameless.map(() => true))
  })
})

test('a line with an integer that loses digits is refused under its id', () => {
  const call = (id: string) =>
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"send","arguments":{"to":"b","payload":{"id":${id}}}}}`
  expect(readIncoming(call('100000000000000000001'))).toMatchObject({
    refusal: { id: 7, error: { code: -32602, message: expect.stringContaining('would lose digits') } },
  })
  for (const whole of ['100000000000000000000', '9007199254740991', '"100000000000000000001"'])
    expect(readIncoming(call(whole))).toHaveProperty('message')
})
