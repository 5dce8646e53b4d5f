import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContextUse } from '../../src/domain/context-use.ts'
import { noteTranscript, openTranscripts } from '../../src/drivers/transcripts/transcripts.ts'
import { usageIn } from '../../src/drivers/transcripts/usage-lines.ts'

const root = mkdtempSync(join(tmpdir(), 'watchpost-transcripts-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const claude = (usage: unknown, more: object = {}) =>
  JSON.stringify({ type: 'assistant', isSidechain: false, message: { role: 'assistant', usage }, ...more })
const codex = (info: unknown) =>
  JSON.stringify({ type: 'event_msg', payload: { type: 'token_count', info, rate_limits: null } })
const gemini = (tokens: unknown) => JSON.stringify({ id: '1', type: 'gemini', content: 'x', tokens })
const qwen = (usageMetadata: unknown, more: object = {}) =>
  JSON.stringify({ type: 'assistant', model: 'm', usageMetadata, ...more })

const used = {
  input_tokens: 3,
  cache_creation_input_tokens: 1_000,
  cache_read_input_tokens: 60_000,
  output_tokens: 412,
}
const boundary = JSON.stringify({ type: 'system', subtype: 'compact_boundary' })
const tokens = (count: number, window: number | null = null): ContextUse => ({ tokens: count, window })

describe('the use of context is read from the last line that says it', () => {
  it.each<[string, string, readonly string[], ContextUse | null | undefined]>([
    ['what was sent and cached', 'Claude Code', [claude(used)], tokens(61_003)],
    ['the newest', 'Claude Code', [claude(used), claude({ input_tokens: 5 }), '{"type":"user"}'], tokens(5)],
    [
      'not of a helper',
      'Claude Code',
      [claude(used), claude({ input_tokens: 9 }, { isSidechain: true })],
      tokens(61_003),
    ],
    ['not of a made-up answer', 'Claude Code', [claude(used), claude({ input_tokens: 0 })], tokens(61_003)],
    ['nothing after it was emptied', 'Claude Code', [claude(used), boundary], null],
    [
      'a half line is passed over',
      'Claude Code',
      ['ut_tokens":7}}', claude(used), claude(used).slice(0, 60)],
      tokens(61_003),
    ],
    [
      'with its window',
      'Codex',
      [codex({ last_token_usage: { total_tokens: 24_000 }, model_context_window: 272_000 })],
      tokens(24_000, 272_000),
    ],
    ['no number yet', 'Codex', [codex(null)], undefined],
    [
      'the prompt',
      'Gemini CLI',
      [gemini({ input: 9_000, output: 40, cached: 8_000, total: 9_040 })],
      tokens(9_000),
    ],
    ['no tokens', 'Gemini CLI', [gemini(null)], undefined],
    [
      'the window of its model',
      'Qwen Code',
      [qwen({ promptTokenCount: 9, totalTokenCount: 12 }, { contextWindowSize: 200_000 })],
      tokens(9, 200_000),
    ],
    ['without one', 'Qwen Code', [qwen({ promptTokenCount: 9 })], tokens(9)],
    ['not of a helper', 'Qwen Code', [qwen({ promptTokenCount: 9 }, { agentId: 'explore-1' })], undefined],
    [
      'nothing after it was emptied',
      'Qwen Code',
      [qwen({ promptTokenCount: 9 }), '{"type":"system","subtype":"chat_compression"}'],
      null,
    ],
    ['nobody knows this one', 'Aider', [claude(used)], undefined],
    ['nor this one', '__proto__', [claude(used)], undefined],
  ])('%s: %s', (_, harness, lines, expected) => {
    expect(usageIn(harness, `${lines.join('\n')}\n`)).toEqual(expected)
  })

  it.each([
    '-1',
    '0',
    '1.5',
    '1e999',
    '1e300',
    '"7"',
    'null',
    'true',
    '[7]',
    '{"a":7}',
    '99999999999',
    'NaN',
    '\u001b[2J',
  ])('a number that is none says nothing: %s', (number) => {
    const written = (line: string) => line.replaceAll('4242', number)
    const lines: readonly [string, string][] = [
      ['Claude Code', claude({ input_tokens: 4242 })],
      ['Codex', codex({ last_token_usage: { total_tokens: 4242 } })],
      ['Gemini CLI', gemini({ input: 4242 })],
      ['Qwen Code', qwen({ promptTokenCount: 4242 })],
    ]
    for (const [harness, line] of lines) {
      expect(usageIn(harness, line)).toEqual(tokens(4242))
      expect(usageIn(harness, written(line))).toBeUndefined()
    }
    const windowed = codex({ last_token_usage: { total_tokens: 7 }, model_context_window: 4242 })
    expect(usageIn('Codex', written(windowed)) ?? tokens(7)).toEqual(tokens(7))
  })

  it.each([
    ['a number', '7'],
    ['a list', '[{"usage":1}]'],
    ['other shapes', '{"type":"assistant","message":["usage"],"payload":7,"tokens":[],"usageMetadata":"x"}'],
    ['depth', `{"usage":${'['.repeat(30_000)}`],
    ['no JSON', '"usage" "token_count" "tokens" "usageMetadata"'],
    ['bytes', '\0\u001b]0;"usage"\u0007\uFFFD'],
  ])('a line that has %s says nothing', (_, line) => {
    for (const harness of ['Claude Code', 'Codex', 'Gemini CLI', 'Qwen Code'])
      expect(usageIn(harness, line)).toBeUndefined()
  })
})

describe('a transcript', () => {
  let folder = ''
  let file = ''
  let notes = ''
  const note = (path = file, harness = 'Claude Code', now = Date.now()) =>
    noteTranscript(notes, { session: 's-1', harness, path }, now)
  const use = async (transcripts = openTranscripts(notes)) =>
    (await transcripts.uses(['s-1', 's-2'])).get('s-1')

  beforeEach(() => {
    folder = mkdtempSync(join(root, 'case-'))
    file = join(folder, 's-1.jsonl')
    notes = join(folder, 'state', 'transcripts')
    writeFileSync(file, `${claude(used)}\n`)
  })

  it('is found by the session that noted it', async () => {
    expect(await use()).toBeUndefined()
    note()
    expect(await use()).toEqual(tokens(61_003))
  })

  it('is read again where it grew, and its number stays while long lines hide it', async () => {
    note()
    const transcripts = openTranscripts(notes)
    expect(await use(transcripts)).toEqual(tokens(61_003))
    expect(await use(transcripts)).toEqual(tokens(61_003))
    appendFileSync(file, `${claude({ input_tokens: 70_000 })}\n`)
    expect(await use(transcripts)).toEqual(tokens(70_000))
    appendFileSync(file, `{"type":"user","text":"${'x'.repeat(100_000)}"}\n`)
    expect(await use(transcripts)).toEqual(tokens(70_000))
    appendFileSync(file, `${boundary}\n`)
    expect(await use(transcripts)).toBeUndefined()
    expect(await use(openTranscripts(notes))).toBeUndefined()
  })

  it('is another one after its session named another', async () => {
    note()
    const transcripts = openTranscripts(notes)
    await use(transcripts)
    const other = join(folder, 'other.jsonl')
    writeFileSync(other, `${codex({ last_token_usage: { total_tokens: 8 } })}\n`)
    note(other, 'Codex')
    expect(await use(transcripts)).toEqual(tokens(8))
    rmSync(other)
    expect(await use(transcripts)).toBeUndefined()
  })

  it.each<[string, () => void]>([
    ['is gone', () => rmSync(file)],
    ['is empty', () => truncateSync(file)],
    [
      'is a link',
      () => {
        writeFileSync(join(folder, 'real'), claude(used))
        rmSync(file)
        symlinkSync(join(folder, 'real'), file)
      },
    ],
    [
      'is a pipe',
      () => {
        rmSync(file)
        execFileSync('mkfifo', [file])
      },
    ],
    [
      'is a folder',
      () => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
    ['is no JSON', () => writeFileSync(file, 'usage\n'.repeat(1_000))],
    ['is huge and has no line', () => truncateSync(file, 2 ** 33)],
  ])('that %s is one quiet nothing', async (_, spoil) => {
    note()
    spoil()
    expect(await use()).toBeUndefined()
  })

  it.each(['/dev/zero', '/dev/tty', '/dev/stdin', '/proc/kmsg', '/proc/self/mem', '/'])(
    'is not waited for where it is %s',
    async (path) => {
      note(path)
      expect(await use()).toBeUndefined()
    },
  )

  it.skipIf(process.getuid?.() !== 0)('of another user is not read', async () => {
    note()
    execFileSync('chown', ['12345', file])
    expect(await use()).toBeUndefined()
  })

  it.each([
    ['a relative path', 'chats/s.jsonl', 'Claude Code'],
    ['a path without an end', `/${'x'.repeat(5_000)}`, 'Claude Code'],
    ['a path of two', '/a\0b', 'Claude Code'],
    ['a coding agent that writes none', '/a', 'Aider'],
  ])('is not noted for %s', (_, path, harness) => {
    note(path, harness)
    expect(existsSync(notes)).toBe(false)
  })

  it.each(['', '{', '[]', '["Claude Code"]', '["Claude Code",7]', 'x'.repeat(100_000)])(
    'is none where its note is %j',
    async (text) => {
      note()
      const [name = ''] = readdirSync(notes)
      writeFileSync(join(notes, name), text)
      expect(await use()).toBeUndefined()
    },
  )

  it('is forgotten a month after its session named it last', () => {
    note()
    const [old = ''] = readdirSync(notes)
    const month = new Date(Date.now() - 31 * 24 * 60 * 60_000)
    utimesSync(join(notes, old), month, month)
    noteTranscript(notes, { session: 's-2', harness: 'Codex', path: file }, Date.now())
    expect(readdirSync(notes)).toHaveLength(1)
    expect(readdirSync(notes)).not.toContain(old)
  })

  it('cannot fail a hook', () => {
    mkdirSync(join(folder, 'state'))
    writeFileSync(notes, 'a file')
    expect(() => note()).not.toThrow()
  })
})
