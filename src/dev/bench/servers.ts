import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { bareEnvironment } from './measure.ts'

export type Server = { readonly url: string; readonly child: ChildProcess }

/** Starts a server that says on standard error where it is. */
export async function startServer(
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const env = { ...bareEnvironment(), ...more }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return { url: await urlOf(child), child }
}

/** Where a server says that it is. @throws Error with what it said, if it ends before that */
export function urlOf(child: ChildProcessByStdio<null, null, Readable>): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-10_000)
      const found = /"url":"([^"]+)"/u.exec(text)?.[1]
      if (found === undefined) return
      // Its log is read on, and looked at no more: that would be work of the callers.
      child.stderr.removeAllListeners('data').resume()
      resolve(found)
    })
    child.once('exit', () => reject(new Error(text)))
  })
}
