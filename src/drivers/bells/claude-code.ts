import { post, statusIn } from './session-socket.ts'

/** It says nothing where all is well; a refusal comes by then. */
const quiet = 300
const refusals = ['held', 'denied', 'refused', 'expired', 'dropped']

/**
 * Claude Code's inbox socket, 2.1.224 and later. The socket, its token and the first line are documented
 * (code.claude.com/docs/en/cross-session-messaging); the second line is what its sessions write to each other.
 */
export async function ringClaudeCode(
  inbox: { readonly socket: string; readonly token: string },
  text: string,
): Promise<string> {
  const answer = await post(
    inbox.socket,
    [
      ...(inbox.token === '' ? [] : [{ type: 'auth', token: inbox.token }]),
      {
        type: 'user',
        msgV: 1,
        msg_id: crypto.randomUUID(),
        priority: 'next',
        message: { role: 'user', content: text },
      },
    ],
    { quiet },
  )
  if (typeof answer === 'string') return answer
  const status = statusIn(answer.said)
  return status !== null && refusals.includes(status) ? `The session did not take it (${status}).` : 'rung'
}
