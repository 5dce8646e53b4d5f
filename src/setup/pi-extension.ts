import type { FileChange, Surroundings } from './file-change.ts'
import { guardWord, hookLine } from './guard.ts'
import { ownFile } from './own-file.ts'

/** How the file begins by which setup knows it again. */
const head = '// >>> watchpost >>>'

/** Our extension of Pi, a file that is ours whole. Pi has no hooks that run a command. */
export function piExtension({ folder }: Surroundings, body: string, remove: boolean): FileChange {
  const path = `${folder}/.pi/extensions/watchpost.js`
  const holds = 'hooks, instructions'
  return ownFile({ path, within: folder, head, text: textOf(body), holds }, remove)
}

const lineOf = (guard: 'start' | 'mail' | 'write' | 'event') =>
  JSON.stringify(hookLine(guard, guardWord, 'pi'))

/** Hands Pi's events to `watchpost hook` in Claude Code's form, and what it answers to Pi in its own. */
const textOf = (body: string) => String.raw`${head}
// The mail of this project's agent for Pi. 'watchpost setup pi' writes this file, and 'watchpost setup pi --remove' takes it away.
// Changes to it are lost at the next setup.
import { spawn } from 'node:child_process'

// What asks in the shell first, and starts no program where there is nothing to do.
const lines = {
  start: ${lineOf('start')},
  mail: ${lineOf('mail')},
  write: ${lineOf('write')},
  event: ${lineOf('event')},
}
const instructions = ${JSON.stringify(body)}
const longest = 30000
const writers = ['bash', 'powershell', 'edit', 'write']
const ours = /^mcp__watchpost__/

const answerIn = (text) => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
const contextOf = ({ hookSpecificOutput: { additionalContext = '' } = {} }) => additionalContext

function ask(guard, ctx, event) {
  return new Promise((settle) => {
    let out = ''
    const child = spawn('sh', ['-c', lines[guard]], { cwd: ctx.cwd, stdio: ['pipe', 'pipe', 'ignore'] })
    const end = () => {
      clearTimeout(timer)
      const answer = answerIn(out)
      if (answer.systemMessage) ctx.ui?.notify?.(answer.systemMessage, 'warning')
      settle(answer)
    }
    const timer = setTimeout(() => {
      child.kill()
      end()
    }, longest)
    child.on('error', end)
    child.on('close', end)
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify({ session_id: ctx.sessionManager.getSessionId(), cwd: ctx.cwd, ...event }))
  })
}

export default function (pi) {
  const warnings = new Map()
  let source = 'startup'
  let [isTold, goesOn] = [false, false]
  // A failure of ours is none of the session.
  const on = (name, act) =>
    pi.on(name, async (event, ctx) => {
      try {
        return await act(event, ctx)
      } catch {}
    })

  on('session_start', ({ reason }) => {
    source = reason
    isTold = false
  })

  on('before_agent_start', async ({ prompt = '', systemPromptOptions: { sections } = {} }, ctx) => {
    if (sections) sections.watchpost = instructions
    goesOn = false
    const answer = isTold
      ? await ask('mail', ctx, { hook_event_name: 'UserPromptSubmit', prompt })
      : await ask('start', ctx, { hook_event_name: 'SessionStart', source })
    isTold = true
    const content = contextOf(answer)
    if (content !== '') return { message: { customType: 'watchpost', content, display: true } }
  })

  on('tool_call', async ({ toolName: tool_name, toolCallId, input: tool_input }, ctx) => {
    if (!writers.includes(tool_name)) return
    const answer = await ask('write', ctx, { hook_event_name: 'PreToolUse', tool_name, tool_input })
    const { permissionDecision, permissionDecisionReason: reason } = answer.hookSpecificOutput ?? {}
    if (permissionDecision === 'deny') return { block: true, reason }
    if (contextOf(answer) !== '') warnings.set(toolCallId, contextOf(answer))
  })

  on('tool_result', async ({ toolName: tool_name, toolCallId, input: tool_input, content, structuredContent }, ctx) => {
    const warning = warnings.get(toolCallId) ?? ''
    warnings.delete(toolCallId)
    const response = ours.test(tool_name) ? { tool_response: { structuredContent } } : {}
    const event = { hook_event_name: 'PostToolUse', tool_name, tool_input, ...response }
    const told = contextOf(await ask('mail', ctx, event))
    const text = [warning, told].filter((one) => one !== '').join('\n\n')
    if (text !== '') return { content: [...content, { type: 'text', text }], structuredContent }
  })

  // The run would end here: an entry that is added makes it go on, once.
  on('agent_before_settle', async ({ entries = [] }, ctx) => {
    if (goesOn) return
    const { decision, reason } = await ask('mail', ctx, { hook_event_name: 'Stop', stop_hook_active: false })
    if (decision !== 'block') return
    goesOn = true
    const entry = { type: 'custom_message', customType: 'watchpost', content: reason, display: true }
    return { entries: [...entries, entry], continue: true }
  })

  on('session_before_compact', async (_, ctx) => {
    await ask('event', ctx, { hook_event_name: 'PreCompact', trigger: 'auto' })
  })

  on('session_shutdown', async (_, ctx) => {
    if (isTold) await ask('event', ctx, { hook_event_name: 'SessionEnd', reason: 'other' })
  })
}
`
