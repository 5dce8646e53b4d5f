import { takerTools } from '../domain/takes-mail.ts'
import type { FileChange, Surroundings } from './file-change.ts'
import { hookLine } from './guard.ts'
import { marks } from './marked-block.ts'
import { ownFile } from './own-file.ts'

const [open, close] = marks.hash

/** How the file begins by which setup knows it again. */
const head = '// >>> watchpost >>>'

/** Our plugin of opencode, a file that is ours whole. */
export function opencodePlugin({ folder }: Pick<Surroundings, 'folder'>, remove: boolean): FileChange {
  const path = `${folder}/.opencode/plugin/watchpost.js`
  return ownFile({ path, within: folder, head, text: pluginText, holds: 'hooks' }, remove)
}

/**
 * Hands opencode's events to `watchpost hook` in Claude Code's form. A turn ends where the model's words end: there the mail becomes
 * a message of the session before opencode looks whether one is left, so that its `run` goes on too. When `session.idle` comes, a
 * `run` ends, and mail that was handed over then would be lost.
 */
const pluginText = String.raw`${head}
// The mail of this project's agent for opencode. 'watchpost setup opencode' writes this file, and
// 'watchpost setup opencode --remove' takes it away. Changes to it are lost at the next setup.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

// What asks in the shell first, and starts no program where there is nothing to do.
const lines = {
  start: '${hookLine('start')}',
  mail: '${hookLine('mail')}',
  write: '${hookLine('write')}',
  event: '${hookLine('event')}',
}
const longest = 30000
const writers = ['bash', 'edit', 'write', 'multiedit', 'patch', 'apply_patch']
const ours = /^watchpost_([a-z]+)$/
const takers = /^watchpost_(${takerTools})$/

// The default agent of this person: programs that opencode starts get it from opencode.
function takeVariables() {
  let text = ''
  try {
    text = readFileSync(join(process.env.HOME || homedir(), '.config/opencode/.env'), 'utf8')
  } catch {}
  const block = text.split('${open}')[1]?.split('${close}')[0] ?? ''
  for (const [, name, , value] of block.matchAll(/^(WATCHPOST_\w+)=(['"]?)(.*?)\2\r?$/gm)) process.env[name] ??= value
}

class Refusal extends Error {}

// A failure of ours is none of the session.
const quietly = (act) => async (...given) => {
  try {
    await act(...given)
  } catch (error) {
    if (error instanceof Refusal) throw error
  }
}

const answerIn = (text) => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

export default async ({ client, directory }) => {
  takeVariables()
  const loaded = Date.now()
  const sessions = new Map()
  const warnings = new Map()
  // The calls of tools that run, and the hooks that wait for a person's decision, by request.
  const calls = new Map()
  const waits = new Map()

  async function lookUp(id) {
    const { data } = await Promise.resolve(client.session.get({ path: { id } })).catch(() => ({}))
    const isHelper = typeof data?.parentID === 'string'
    const root = isHelper ? (await sessionOf(data.parentID)).root : id
    const source = (data?.time?.created ?? loaded) < loaded ? 'resume' : 'startup'
    return { id, root, isHelper, source, isTold: false, isEnded: false, goesOn: false, isAdding: false, left: '' }
  }

  function sessionOf(id) {
    if (!sessions.has(id)) sessions.set(id, lookUp(id))
    return sessions.get(id)
  }

  const textOf = (session, event) =>
    JSON.stringify({
      harness: 'opencode',
      session_id: session.root,
      ...(session.isHelper ? { agent_id: session.id } : {}),
      cwd: directory,
      ...event,
    })

  function ask(guard, session, event, { most = longest, starts = () => {} } = {}) {
    return new Promise((settle) => {
      let out = ''
      const child = spawn('sh', ['-c', lines[guard]], {
        cwd: directory,
        env: { ...process.env },
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const end = () => {
        clearTimeout(timer)
        const answer = answerIn(out)
        const { systemMessage: message } = answer
        if (message) Promise.resolve(client.tui?.showToast({ body: { message, variant: 'warning' } })).catch(() => {})
        settle(answer)
      }
      const stop = () => {
        child.kill()
        end()
      }
      const timer = most === null ? undefined : setTimeout(stop, most)
      starts(child)
      child.on('error', end)
      child.on('close', end)
      child.stdout.on('data', (chunk) => (out += chunk))
      child.stdin.on('error', () => {})
      child.stdin.end(textOf(session, event))
    })
  }

  const contextOf = ({ hookSpecificOutput: { additionalContext = '' } = {} }) => additionalContext

  // What could not be told yet comes with the next text.
  const withLeft = (session, text) => {
    const whole = [session.left, text].filter((one) => one !== '').join('\n\n')
    session.left = ''
    return whole
  }

  const message = async ({ sessionID }, { message, parts }) => {
    const session = await sessionOf(sessionID)
    if (session.isHelper || session.isAdding) return
    Object.assign(session, { goesOn: false, isCompacting: false, as: { agent: message.agent, model: message.model } })
    const prompt = parts.map(({ text }) => text ?? '').join('\n')
    const answer = session.isTold
      ? await ask('mail', session, { hook_event_name: 'UserPromptSubmit', prompt })
      : await ask('start', session, { hook_event_name: 'SessionStart', source: session.source })
    session.isTold = true
    const text = withLeft(session, contextOf(answer))
    if (text === '') return
    const last = parts.at(-1)?.id ?? 'prt_' + message.id
    parts.push({ id: last + 'w', sessionID, messageID: message.id, type: 'text', text, synthetic: true })
  }

  const nameOf = (tool) => tool.replace(ours, 'mcp__watchpost__$1')

  // A helper's commands may take mail, which is its parent's.
  const guardOf = (tool, args, isHelper) => {
    if (tool === 'task') return isHelper ? null : 'mail'
    if (tool === 'bash' && isHelper && String(args?.command).includes('watchpost')) return 'event'
    if (writers.includes(tool)) return 'write'
    return isHelper && takers.test(tool) ? 'event' : null
  }

  const before = async ({ tool, sessionID, callID }, { args }) => {
    const session = await sessionOf(sessionID)
    calls.set(callID, { tool_name: nameOf(tool), tool_input: args })
    const guard = guardOf(tool, args, session.isHelper)
    if (guard === null) return
    const answer = await ask(guard, session, { hook_event_name: 'PreToolUse', ...calls.get(callID) })
    const { permissionDecision, permissionDecisionReason } = answer.hookSpecificOutput ?? {}
    if (permissionDecision === 'deny') throw new Refusal(permissionDecisionReason)
    if (contextOf(answer) !== '') warnings.set(callID, contextOf(answer))
  }

  const after = async ({ tool, sessionID, callID, args }, output) => {
    const session = await sessionOf(sessionID)
    const warning = warnings.get(callID) ?? ''
    warnings.delete(callID)
    calls.delete(callID)
    let told = ''
    if (!session.isHelper) {
      const event = { hook_event_name: 'PostToolUse', tool_name: nameOf(tool), tool_input: args ?? {} }
      const response = ours.test(tool) ? { tool_response: responseOf(output) } : {}
      told = withLeft(session, contextOf(await ask('mail', session, { ...event, ...response })))
    }
    const text = [warning, told].filter((one) => one !== '').join('\n\n')
    if (text === '') return
    if (Array.isArray(output.content)) output.content.push({ type: 'text', text })
    else output.output = [output.output, text].filter(Boolean).join('\n\n')
  }

  const responseOf = ({ structuredContent, content }) =>
    structuredContent === undefined ? content?.find(({ type }) => type === 'text')?.text : { structuredContent }

  // The words of the model have ended: a message that is added now makes the turn go on.
  const stop = async ({ sessionID }) => {
    const session = await sessionOf(sessionID)
    if (session.isHelper || session.goesOn || session.isCompacting) return
    const { decision, reason = '' } = await ask('mail', session, { hook_event_name: 'Stop', stop_hook_active: false })
    const text = withLeft(session, decision === 'block' ? reason : '')
    if (text === '') return
    session.isAdding = true
    try {
      const parts = [{ type: 'text', text, synthetic: true }]
      const body = { ...session.as, noReply: true, parts }
      const { error } = await client.session.prompt({ path: { id: sessionID }, body })
      if (error !== undefined) session.left = text
      else session.goesOn = true
    } catch {
      session.left = text
    } finally {
      session.isAdding = false
    }
  }

  const compact = async ({ sessionID }) => {
    const session = await sessionOf(sessionID)
    session.isCompacting = true
    if (!session.isHelper) await ask('event', session, { hook_event_name: 'PreCompact', trigger: 'auto' })
  }

  const end = async (found) => {
    const session = await found
    if (!session?.isTold || session.isEnded) return
    session.isEnded = true
    await ask('event', session, { hook_event_name: 'SessionEnd', reason: 'other' })
  }

  // opencode shows its own prompt meanwhile: whoever answers there ends the wait.
  const permit = async ({ id, sessionID, permission = 'a permission', patterns = [], metadata, tool }) => {
    const session = await sessionOf(sessionID)
    const named = { tool_name: permission, tool_input: { ...metadata, pattern: patterns.join(' ') } }
    const event = { hook_event_name: 'PermissionRequest', ...(calls.get(tool?.callID) ?? named) }
    const answer = await ask('event', session, event, { most: null, starts: (child) => waits.set(id, child) })
    const { behavior, message } = answer.hookSpecificOutput?.decision ?? {}
    if (!waits.delete(id) || behavior === undefined) return
    const reply = behavior === 'allow' ? 'once' : 'reject'
    // With a message the model is told, and goes on; the client's own call takes none.
    const { error } = await client._client.post({
      url: '/permission/{requestID}/reply',
      path: { requestID: id },
      body: { reply, ...(message === undefined ? {} : { message }) },
      headers: { 'Content-Type': 'application/json' },
    }).catch((error) => ({ error }))
    if (error === undefined) return
    const path = { id: sessionID, permissionID: id }
    await client.postSessionIdPermissionsPermissionId({ path, body: { response: reply } })
  }

  const happened = async ({ event: { type, properties } }) => {
    const id = properties?.sessionID ?? properties?.info?.id
    if (type === 'session.deleted') await end(sessions.get(id))
    if (type === 'permission.asked') await permit(properties)
    if (type === 'permission.replied') {
      const session = await sessionOf(id)
      waits.get(properties.requestID)?.kill()
      waits.delete(properties.requestID)
      const told = contextOf(await ask('mail', session, { hook_event_name: 'PostToolUse', tool_name: 'permission' }))
      session.left = withLeft(session, told)
    }
  }

  // Commands that the agent runs belong to its session.
  const variables = async ({ sessionID }, { env }) => {
    if (sessionID !== undefined) env.OPENCODE_SESSION_ID = (await sessionOf(sessionID)).root
  }

  return {
    event: quietly(happened),
    dispose: quietly(() => Promise.all([...sessions.values()].map(end))),
    'chat.message': quietly(message),
    'tool.execute.before': quietly(before),
    'tool.execute.after': quietly(after),
    'experimental.text.complete': quietly(stop),
    'experimental.session.compacting': quietly(compact),
    'shell.env': quietly(variables),
  }
}
`
