import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Written } from '../event.ts'
import type { Terminal } from '../terminal/lifecycle.ts'

/** Writes a text to a file of its own for as long as it is used. */
export async function inFile<T>(text: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-'))
  // Our own name, whatever the mail is called.
  const file = join(folder, 'message.md')
  try {
    await writeFile(file, text, { mode: 0o600 })
    return await use(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Lets a person write in their own editor. When it does not end well, nothing was changed. */
export async function editOutside(
  terminal: Pick<Terminal, 'runOutside'>,
  editor: readonly string[],
  text: string,
): Promise<Written> {
  const edit = async (file: string): Promise<Written> => {
    const code = await terminal.runOutside([...editor, file])
    if (code === 0) return { text: await readFile(file, 'utf8') }
    const [name] = editor
    return {
      problem:
        code === 127
          ? `${name} cannot be run: set $EDITOR.`
          : `${name} exited with ${code}; the text is unchanged.`,
    }
  }
  try {
    return await inFile(text, edit)
  } catch (error) {
    return { problem: `The text could not be passed on: ${error instanceof Error ? error.message : error}` }
  }
}
