import { parseArgs } from 'node:util'
import { nearestNames } from '../../domain/addressing/nearest.ts'
import { MailError } from '../../domain/errors.ts'

/** The scenes to play, and the folder of their pictures. */
export type Choice = {
  readonly folder: string
  /** One scene; `null` plays all, and pictures of scenes that are gone are deleted. */
  readonly only: string | null
}

const usage = 'Run `npm run screenshots`, or `npm run screenshots -- --only SCENE --out FOLDER`.'

/** @throws MailError `usage` */
export function choiceOf(args: readonly string[], usual: string, names: readonly string[]): Choice {
  const { only = null, out = usual } = valuesOf(args)
  if (out === '') throw new MailError('usage', 'The folder of --out has no name.', usage)
  if (only !== null && !names.includes(only)) {
    const near = nearestNames(only, names, 3)
    const meant = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `Scenes: ${names.join(', ')}.`
    throw new MailError('usage', `There is no scene ${only}.`, meant)
  }
  return { folder: out, only }
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { only: { type: 'string' }, out: { type: 'string' } } })
      .values
  } catch (error) {
    throw new MailError('usage', `${error instanceof Error ? error.message : error}.`, usage)
  }
}

/**
 * The first file of a folder that this program did not write, so that the folder is none of pictures; `null` where there is none.
 * A scene has a picture and a transcript, and may have a picture of points; the recording has two files.
 */
export function foreignFile(names: readonly string[]): string | null {
  const all = new Set(names)
  const isOurs = (name: string) => {
    const [, scene = '', kind = ''] = /^([a-z\d-]+)\.(svg|txt|png|cast|gif)$/u.exec(name) ?? []
    if (kind === 'cast' || kind === 'gif') return scene === 'demo'
    return kind !== '' && all.has(`${scene}.svg`) && all.has(`${scene}.txt`)
  }
  return names.find((name) => !isOurs(name)) ?? null
}
