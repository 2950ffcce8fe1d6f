// What the tests read out of answers. Every field is declared as present: whether it is, is what the tests check.

export interface AnswerBody extends AppBody, FilesBody {
  readonly error: string;
  readonly applications: readonly [AppBody, AppBody, AppBody, AppBody, ...AppBody[]];
  readonly success: string[];
  readonly failed: string[];
  readonly activeSessions: readonly [object];
}

export interface AppBody {
  readonly _id: string;
  readonly name: string;
  readonly status: string;
  readonly teamId: TeamBody;
  readonly allocatedMemoryMB: number;
  readonly assignedCustomDomain: string;
  readonly assignedSubdomain: string;
  readonly currentResourceMetrics: MetricsBody;
  readonly environmentVariables: object[];
  readonly exposedViaWeb: boolean;
  readonly externalPort: number;
  readonly internalPort: number;
  readonly pagination: { readonly itemsPerPage: number };
  readonly repository: object;
  readonly restartRequired: boolean;
  readonly runtimeEnvironment: string;
  readonly startupCommand: string;
  readonly totalUsedRAM: number;
  readonly workerNodeId: object;
}

interface TeamBody {
  readonly _id: string;
  readonly name: string;
  readonly members: readonly [{ readonly permissions: object }];
  readonly invites: readonly [object];
}

interface MetricsBody {
  readonly online: boolean;
  readonly uptime: number;
  readonly startedAt: string;
  readonly cpuUsagePercent: number;
  readonly memoryUsageBytes: number;
  readonly memoryLimitBytes: number;
  readonly networkRxBytes: number;
  readonly networkTxBytes: number;
}

interface FilesBody {
  readonly isDirectory: boolean;
  readonly content: string;
  readonly files: readonly [Entry, ...Entry[]];
  readonly prevPath: string;
  readonly currentPath: string;
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly isFile: boolean;
}
