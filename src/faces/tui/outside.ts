import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from './terminal/lifecycle.ts'

/** Lets a person write in their own editor. `null` when it did not end well: then nothing was changed. */
export async function editOutside(
  terminal: Pick<Terminal, 'runOutside'>,
  editor: readonly string[],
  text: string,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-'))
  // Our own name, whatever the mail is called.
  const file = join(folder, 'message.md')
  try {
    await writeFile(file, text, { mode: 0o600 })
    const code = await terminal.runOutside([...editor, file])
    return code === 0 ? await readFile(file, 'utf8') : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
