import { MailError } from '../../src/domain/errors.ts'
import { schemaVersion } from '../schema-version.ts'

/** A newer program wrote the store: this one would misread it. */
export function newerStore(location: string, version: number): MailError {
  return new MailError(
    'newer-version',
    `The store at ${location} has schema ${version}; this version of Watchpost supports schemas up to ${schemaVersion}.`,
    'Use the newer version that wrote it, or update Watchpost.',
  )
}

/** The store needs an upgrade, which this command does not make. */
export function olderStore(location: string, version: number, hint: string): MailError {
  return new MailError(
    'stale',
    `The store at ${location} has schema ${version}; this version of Watchpost uses ${schemaVersion}.`,
    hint,
  )
}
