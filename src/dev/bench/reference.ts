import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { bareEnvironment, later } from './measure.ts'
import { type Server, startServer, urlOf } from './servers.ts'

/** The variable that names a Python with MAIL's reference: the directory of a virtual environment. */
export const referenceVariable = 'WATCHPOST_MAIL_REFERENCE'
/** The bench runs from the root of the project, as a bundle elsewhere. */
const script = 'src/dev/bench/reference.py'
/** A server of Python takes its time until it listens, ms. */
const patience = 60_000

/** The reference asks another service who has a token. It is as fast as may be here. */
const authentication = `const { createServer } = require('node:http')
const server = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{"role":"user","id":"lea","token":"t"}'))
})
server.listen(0, '127.0.0.1', () => process.stderr.write(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port }) + '\\n'))`

export type Reference = {
  readonly url: string
  readonly server: Server
  readonly authentication: Server
  readonly stop: () => void
}

/**
 * The Python that has the reference; `null` where nobody named one.
 * @throws Error that says what is missing where one was named
 */
export function referencePython(environment: NodeJS.ProcessEnv = process.env): string | null {
  const folder = environment[referenceVariable] ?? ''
  if (folder === '') return null
  const python = join(folder, 'bin', 'python')
  const named = `${referenceVariable} names ${folder}`
  try {
    accessSync(python, constants.X_OK)
  } catch {
    throw new Error(`${named}, which is no virtual environment: ${python} is missing, or may not be run.`)
  }
  const tried = spawnSync(python, ['-c', 'import mail.api, mail.server'], {
    encoding: 'utf8',
    timeout: patience,
  })
  if (tried.status === 0) return python
  const why = tried.stderr.trim().split('\n').at(-1) ?? ''
  throw new Error(
    `${named}, whose Python cannot import MAIL's reference server (mail-swarms 1.3.6): ${why || tried.error}`,
  )
}

/** The reference, and the service that it asks, each in a process of its own. */
export async function startReference(python: string): Promise<Reference> {
  const asked = await startServer(['-e', authentication])
  const env = {
    ...bareEnvironment(),
    AUTH_ENDPOINT: `${asked.url}/login`,
    TOKEN_INFO_ENDPOINT: `${asked.url}/info`,
  }
  const child = spawn(python, [script], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = () => {
    child.kill('SIGKILL')
    asked.child.kill('SIGKILL')
  }
  try {
    const url = await urlOf(child)
    await answers(url)
    return { url, server: { url, child }, authentication: asked, stop }
  } catch (error) {
    stop()
    throw error
  }
}

/** It says where it is before it listens. */
async function answers(url: string): Promise<void> {
  for (const end = performance.now() + patience; performance.now() < end; await later(100))
    if (
      await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  throw new Error(`The reference does not answer at ${url}.`)
}
