import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Raw } from './flags.ts'

/** Stores standard input in a file of this command while it runs; its name shows its content. */
export async function withSpooled<T>(
  input: Raw,
  name: string,
  text: string,
  run: (input: Raw) => Promise<T>,
): Promise<T> {
  const { tmpdir } = process.getBuiltinModule('node:os')
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-'))
  try {
    const file = join(folder, isJson(text) ? 'stdin.json' : 'stdin.jsonl')
    writeFileSync(file, text, { mode: 0o600 })
    return await run({ ...input, [name]: file })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
