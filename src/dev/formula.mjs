import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './digest.mjs'

/** `node src/dev/formula.mjs watchpost-0.1.0.tgz`: the Homebrew formula of that file, once npm has it. */
export function formulaOf({ name, version, description, homepage, license }, tarball) {
  const digest = createHash('sha256').update(tarball).digest('hex')
  // Homebrew's audit refuses an article at the beginning, a full stop at the end, and more than 80 characters.
  const desc = description
    .replace(/^(?:The|An?) /, '')
    .replace(/:.*$/s, '')
    .replace(/^\w/, (letter) => letter.toUpperCase())
  return `class Watchpost < Formula
  desc "${desc}"
  homepage "${homepage.replace(/#.*$/, '')}"
  url "https://registry.npmjs.org/${name}/-/${name}-${version}.tgz"
  sha256 "${digest}"
  license "${license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    man1.install_symlink libexec/"lib/node_modules/${name}/docs/watchpost.1"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/watchpost --version")
    system bin/"watchpost", "init", "--test", "--store", testpath/"mail"
    assert_predicate testpath/"mail/mail.db", :exist?
  end
end
`
}

const [, script, file] = process.argv
if (file !== undefined && script?.endsWith('formula.mjs')) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  process.stdout.write(formulaOf(own, readFileSync(file)))
}
