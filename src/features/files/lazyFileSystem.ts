// The file system that is registered at the start: its code is loaded with the first call.
import * as vscode from "vscode";
import type { HostedFileSystem } from "./mount/hostedFileSystem";

export class LazyFileSystem implements vscode.FileSystemProvider {
  private readonly events = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.events.event;

  constructor(private readonly load: () => Promise<HostedFileSystem>) {}

  /** Passes on the change events of the loaded file system. */
  forward(fileSystem: HostedFileSystem): void {
    fileSystem.onDidChangeFile((changes) => this.events.fire(changes));
  }

  watch(...args: Parameters<HostedFileSystem["watch"]>): vscode.Disposable {
    const watching = this.load().then((files) => files.watch(...args));
    watching.catch(() => undefined);
    return new vscode.Disposable(() =>
      watching.then(
        (watch) => watch.dispose(),
        () => undefined,
      ),
    );
  }

  async stat(...args: Parameters<HostedFileSystem["stat"]>) {
    return await (await this.load()).stat(...args);
  }

  async readDirectory(...args: Parameters<HostedFileSystem["readDirectory"]>) {
    return await (await this.load()).readDirectory(...args);
  }

  async readFile(...args: Parameters<HostedFileSystem["readFile"]>) {
    return await (await this.load()).readFile(...args);
  }

  async writeFile(...args: Parameters<HostedFileSystem["writeFile"]>) {
    await (await this.load()).writeFile(...args);
  }

  async createDirectory(...args: Parameters<HostedFileSystem["createDirectory"]>) {
    await (await this.load()).createDirectory(...args);
  }

  async delete(...args: Parameters<HostedFileSystem["delete"]>) {
    await (await this.load()).delete(...args);
  }

  async rename(...args: Parameters<HostedFileSystem["rename"]>) {
    await (await this.load()).rename(...args);
  }

  async copy(...args: Parameters<HostedFileSystem["copy"]>) {
    await (await this.load()).copy(...args);
  }

  dispose(): void {
    this.events.dispose();
  }
}
