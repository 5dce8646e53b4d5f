import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { recorded } from '../../support/recorded.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['critic'])
})
afterEach(() => desk.close())

const line = {
  claude: { type: 'assistant', message: { usage: { input_tokens: 4, cache_read_input_tokens: 61_000 } } },
  codex: {
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: { last_token_usage: { total_tokens: 124_000 }, model_context_window: 200_000 },
    },
  },
}

it.each([
  ['claude-code-2.1.331/SessionStart-startup', line.claude, { tokens: 61_004, window: null }, '61k'],
  ['claude-code-2.1.331/SessionStart-resume', line.claude, { tokens: 61_004, window: null }, '61k'],
  ['codex-0.169.0/SessionStart-startup', line.codex, { tokens: 124_000, window: 200_000 }, '62%'],
])('the session of a hook is shown with the context of its transcript: %s', (event, written, use, word) => {
  const transcript_path = join(desk.folder, 'session.jsonl')
  writeFileSync(transcript_path, `${JSON.stringify(written)}\n`)
  const env = { WATCHPOST_AGENT: 'critic' }
  const harness = event.startsWith('codex') ? ['--of', 'codex'] : ['--of', 'claude']
  const { code, err } = desk.run(['hook', ...harness], { input: recorded(event, { transcript_path }), env })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [row] = desk.json('fleet', '--context').fleet
  expect(row).toMatchObject({ agent: 'critic', context: use })
  expect(desk.run(['fleet', '--context']).out).toMatch(new RegExp(`CONTEXT\\n.*critic.*${word}`, 'u'))
  expect(desk.json('fleet').fleet[0]).not.toHaveProperty('context')
  expect(desk.run(['fleet']).out).not.toContain('CONTEXT')
})

it('a helper of the session names no transcript of it', () => {
  const transcript_path = join(desk.folder, 'session.jsonl')
  writeFileSync(transcript_path, `${JSON.stringify(line.claude)}\n`)
  const event = recorded('claude-code-2.1.331/SessionStart-startup', { transcript_path, agent_id: 'a1' })
  desk.run(['hook', '--of', 'claude'], { input: event, env: { WATCHPOST_AGENT: 'critic' } })
  expect(desk.json('fleet', '--context').fleet[0]).not.toHaveProperty('context')
})
