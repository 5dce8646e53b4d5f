import { post } from './session-socket.ts'

/** The session closes the connection when it has read it: after 0.8 s where nothing else runs, much later on a busy machine. */
const quiet = 10_000

/**
 * Qwen Code's inbox socket (qwenlm.github.io/qwen-code-docs, cross-session protocol, frame version 1). The result of a
 * message goes to the sender's inbox, and we have none.
 */
export async function ringQwenCode(
  inbox: { readonly socket: string; readonly token: string },
  text: string,
): Promise<string> {
  const answer = await post(
    inbox.socket,
    [
      { msgV: 1, type: 'auth', token: inbox.token },
      {
        msgV: 1,
        msgId: crypto.randomUUID(),
        type: 'user',
        priority: 'next',
        message: { role: 'user', content: text },
      },
    ],
    { quiet },
  )
  if (typeof answer === 'string') return answer
  return answer.closed ? 'rung' : 'The session does not answer.'
}
