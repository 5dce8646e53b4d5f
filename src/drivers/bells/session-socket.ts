import { connect } from 'node:net'
import { after } from '../../after.ts'

/** Longer than a socket of this machine takes to answer, ms: nobody waits for a session that hangs. */
const longest = 2_000

/**
 * Writes lines to the socket of a session, says that no more will come, and listens to what is said in return: for `quiet`
 * ms, or until it closes. Answers the lines that came, or why the session did not take ours.
 */
export async function post(
  socket: string,
  lines: readonly object[],
  { quiet }: { readonly quiet: number },
): Promise<{ readonly said: readonly string[]; readonly closed: boolean } | string> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    let said = ''
    let written = false
    const end = (answer: 'closed' | 'quiet' | string) => {
      timer.stop()
      connection.destroy()
      const isTaken = answer === 'closed' || answer === 'quiet'
      resolve(isTaken ? { said: said.split('\n').filter(Boolean), closed: answer === 'closed' } : answer)
    }
    let timer = after(longest, () => end('The session does not answer.'))
    connection.setEncoding('utf8')
    connection.once('error', (error: NodeJS.ErrnoException) =>
      end(`The socket cannot be written to (${error.code}).`),
    )
    connection.on('data', (text: string) => {
      said = `${said}${text}`.slice(-mostHeard)
    })
    connection.once('close', () => end(written ? 'closed' : 'The session closed its socket.'))
    connection.once('connect', () => {
      connection.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), () => {
        written = true
        timer.stop()
        timer = after(quiet, () => end('quiet'))
      })
    })
  })
}

const mostHeard = 16_384

/** The status of a message, if the session reports it in a line of JSON. */
export function statusIn(said: readonly string[]): string | null {
  for (const line of said) {
    try {
      const { status } = JSON.parse(line) as { readonly status?: unknown }
      if (typeof status === 'string') return status.replace(/[^a-z-]/gu, '').slice(0, 20)
    } catch {
      // Not for us.
    }
  }
  return null
}
