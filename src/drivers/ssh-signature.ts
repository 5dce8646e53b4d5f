import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MailError } from '../domain/errors.ts'

/** Says what a signature is for, so that one of another program decides nothing. */
const namespace = 'watchpost@approvals'
/** The name that the file of allowed signers gives the person. */
const signer = 'watchpost'
/** A person is asked by the agent for no longer than this, ms. */
const longestSigning = 60_000

/** Signs with a key that an SSH agent holds, which may ask the person first. @throws MailError `not-allowed` */
export async function signBySsh(text: string, key: string | null): Promise<string> {
  return inFolder(async (folder) => {
    const file = key ?? put(folder, 'key.pub', await firstKey())
    const words = ['-Y', 'sign', '-n', namespace, '-f', file]
    const signed = await run('ssh-keygen', words, text)
    if (signed.code === 0 && signed.out.startsWith('-----BEGIN SSH SIGNATURE-----')) return signed.out
    throw unsigned(lastLine(signed.err))
  })
}

/** Whether a key that the person allows signed the text for this. Without a file of allowed signers, none did. */
export async function isSignedBySsh(text: string, signature: string, allowed: string): Promise<boolean> {
  return inFolder(async (folder) => {
    const file = put(folder, 'signature', signature)
    const words = ['-Y', 'verify', '-n', namespace, '-f', allowed, '-I', signer, '-s', file]
    return (await run('ssh-keygen', words, text)).code === 0
  })
}

async function firstKey(): Promise<string> {
  const { code, out, err } = await run('ssh-add', ['-L'], '')
  const [first = ''] = out.split('\n')
  if (code === 0 && first !== '') return `${first}\n`
  throw unsigned(lastLine(err === '' ? out : err))
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-signing-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function put(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

type Ran = { readonly code: number; readonly out: string; readonly err: string }

function run(program: string, words: readonly string[], input: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child: ChildProcess = execFile(program, words, { timeout: longestSigning }, (error, out, err) =>
      resolve({ code: error === null ? 0 : 1, out, err: err === '' ? (error?.message ?? '') : err }),
    )
    // A program that is not there, or ends early, reads nothing.
    child.stdin?.on('error', () => undefined).end(input)
  })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

function unsigned(why: string): MailError {
  return new MailError(
    'not-allowed',
    `Your SSH agent did not sign: ${why}`,
    'Add the key with ssh-add, or name it with `key` under `approvals` in your own config.yaml. Nothing was decided.',
  )
}
