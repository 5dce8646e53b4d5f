import { type ChildProcess, spawn } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { connect } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import type { DoorAddress } from '../domain/door-address.ts'
import { MailError } from '../domain/errors.ts'
import { socketPath } from './socket-path.ts'

/** A pair of streams to another program; `said` is how it ended, and the last that it wrote beside them. */
export type OpenChannel = {
  readonly input: Readable
  readonly output: Writable
  said(): string
  close(): void
}

/** How much of what another program complains about is kept, characters, and how much of that is shown, lines. */
const kept = 2_000
const shown = 4
/** How long a program may take to end once its input has ended, ms. */
const patience = 2_000

/** @throws MailError `not-found` `not-allowed` for a socket that is not there, or not ours */
export function openChannel(address: Exclude<DoorAddress, { type: 'postgres' }>): OpenChannel {
  switch (address.type) {
    case 'exec':
      return channelTo(spawn('/bin/sh', ['-c', address.command], { stdio: 'pipe' }))
    case 'ssh':
      return channelTo(spawn('ssh', sshArguments(address), { stdio: 'pipe' }))
    case 'unix':
      return socketAt(address.path)
  }
}

/**
 * Nobody is asked for a password: agents have none, and the screen is in use. A machine that is gone without notice is given up
 * after three quarters of a minute: calls have no time limit of their own.
 */
function sshArguments({ host, user, port, path }: Extract<DoorAddress, { type: 'ssh' }>): readonly string[] {
  return [
    '-T',
    '-o',
    'BatchMode=yes',
    '-o',
    'ConnectTimeout=15',
    '-o',
    'ServerAliveInterval=15',
    '-o',
    'ServerAliveCountMax=3',
    ...(port === null ? [] : ['-p', port]),
    ...(user === null ? [] : ['-l', user]),
    '--',
    host,
    `exec watchpost door ${quoted(path)}`,
  ]
}

/** For the shell at the other end. `/~/` is the home folder there. */
function quoted(path: string): string {
  const inQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return path.startsWith('/~/') ? `"$HOME"/${inQuotes(path.slice(3))}` : inQuotes(path)
}

function channelTo(child: ChildProcess): OpenChannel {
  const { stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) throw new Error('a program without streams')
  let complaint = ''
  let ending = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-kept)
  })
  child.on('error', ({ message }) => {
    ending = message
    stdout.destroy()
  })
  child.on('exit', (code, signal) => {
    ending = signal === null ? `its program ended with code ${code}` : `its program was ended by ${signal}`
  })
  return {
    input: stdout,
    output: stdin,
    said: () => [ending, lastLines(complaint)].filter((text) => text !== '').join(': '),
    close() {
      stdin.end()
      setTimeout(() => child.kill(), patience).unref()
    },
  }
}

function lastLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-shown)
    .join(' | ')
}

function socketAt(path: string): OpenChannel {
  const place = socketPath(path)
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found === undefined)
    throw new MailError(
      'not-found',
      `There is no socket at ${path}.`,
      'Start `watchpost door --listen SOCKET` or `watchpost link`.',
    )
  if (!found.isSocket()) throw new MailError('not-allowed', `${path} is not a socket.`)
  const us = process.getuid?.()
  if (us !== undefined && found.uid !== us)
    throw new MailError('not-allowed', `${path} belongs to another user.`)
  const socket = connect(place)
  let ending = ''
  socket.on('error', ({ message }) => {
    ending = message
  })
  return { input: socket, output: socket, said: () => ending, close: () => socket.end() }
}
