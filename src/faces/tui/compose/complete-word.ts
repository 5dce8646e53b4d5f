import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import { addresses } from './addresses.ts'

/** Completions of a word in a form: all addresses, all templates, or the files beside the one being written. */
export async function completeWord(
  mailbox: Mailbox,
  { what, text }: Extract<Effect, { type: 'complete-word' }>,
): Promise<Event> {
  switch (what) {
    case 'address':
      return { type: 'words', what, text, names: await addresses(mailbox) }
    case 'file':
      return { type: 'words', what, text, names: await filesFor(text) }
    case 'template': {
      const { templates } = await mailbox.listTemplates({})
      return {
        type: 'words',
        what,
        text,
        names: templates.map(({ name }) => name),
        templates: Object.fromEntries(templates.map((template) => [template.name, template])),
      }
    }
  }
}

const mostFiles = 1_000

/** Paths in the folder of the one being written, spelled as it is begun; folders end with a slash. */
async function filesFor(text: string): Promise<readonly string[]> {
  const folder = text.slice(0, text.lastIndexOf('/') + 1)
  const begun = text.slice(folder.length)
  const entries = await readdir(resolve(folder || '.'), {
    withFileTypes: true,
  }).catch(() => [])
  return (
    entries
      .filter(({ name }) => name.startsWith(begun) && (begun !== '' || !name.startsWith('.')))
      .slice(0, mostFiles)
      // A name that cannot be shown as it is cannot be taken over.
      .filter(({ name }) => sanitizeLine(name) === name)
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
  )
}
